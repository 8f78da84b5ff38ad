import { withClient } from './seed.ts'

// biome-ignore format: names
export const lastNames = [
  'Dossou', 'Adjovi', 'Houngbédji', 'Kpodar', 'Ahouansou', 'Zinsou', 'Gbaguidi', 'Agossou', 'Hounkpatin', 'Akplogan',
  'Sossa', 'Tossou', 'Koukpaki', 'Azonhiho', 'Dagnon', 'Quenum', 'd’Almeida', 'da Silva', 'Paraïso', 'Johnson',
  'Lawson', 'Amégan', 'Kouassi', 'Kouamé', 'N’Guessan', 'Koné', 'Traoré', 'Ouattara', 'Bamba', 'Diallo', 'Sanogo',
  'Yao', 'Assogba', 'Adandé', 'Bio', 'Chabi', 'Orou', 'Gnonlonfoun', 'Hounsou', 'Mensah', 'Ayité', 'Kodjo', 'Adékambi',
  'Ogoudikpè', 'Alapini', 'Boko', 'Capo-Chichi', 'Degbey', 'Fagnon', 'Glèlè',
]
// biome-ignore format: names
export const firstNames = [
  'Afi', 'Koffi', 'Kossi', 'Ama', 'Akouvi', 'Sènami', 'Fifamè', 'Mahugnon', 'Adjoa', 'Yao', 'Chantal', 'Rose', 'Marie',
  'Jean-Baptiste', 'Aïcha', 'Fatou', 'Moussa', 'Ibrahim', 'Rachidatou', 'Prudence', 'Gloria', 'Espérance', 'Bénédicte',
  'Firmin', 'Léonce', 'Rodrigue', 'Christelle', 'Nadège', 'Inès', 'Carine', 'Hermine', 'Judicaël', 'Romaric', 'Pélagie',
  'Blandine', 'Edwige', 'Flore', 'Ghislaine', 'Honorine', 'Irène',
]

/**
 * Gives the deliveries of a shop customers as shops have them: the first names of each list are the most frequent, one
 * in four last names is of one customer alone, and a customer comes back two or three times. One delivery in fifty
 * is under way or needs something.
 */
export const nameCustomers = (url: string, shopId: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `update deliveries
       set customer_last_name = case when customers.number % 4 = 0
           then initcap(translate(md5(customers.number::text), '0123456789', 'aeiouklmno')::varchar(9))
           else ($2::text[])[1 + floor(power(customers.chance, 2) * cardinality($2::text[]))::integer] end,
         customer_first_name =
           ($3::text[])[1 + floor(power(customers.other_chance, 2) * cardinality($3::text[]))::integer],
         customer_phone = '+22901' || lpad((90000000 + customers.number * 7919 % 9999991)::text, 8, '0'),
         status = case when customers.place % 50 <> 7 then deliveries.status else
           (array['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'FAILED', 'RETURNED'])[1 + customers.place / 50 % 6] end
       from (
         select numbered.id, numbered.place, numbered.number,
           (numbered.number * 104729 % 99991) / 99991.0 as chance,
           (numbered.number * 15485863 % 99989) / 99989.0 as other_chance
         from (
           select id, row_number() over (order by id desc) as place,
             (hashtext(id::text)::bigint & 2147483647) % 40000 as number
           from deliveries where shop_id = $1
         ) as numbered
       ) as customers
       where deliveries.shop_id = $1 and deliveries.id = customers.id`,
      [shopId, lastNames, firstNames],
    )
    await client.query('vacuum full deliveries')
    await client.query('vacuum analyze deliveries')
  })
