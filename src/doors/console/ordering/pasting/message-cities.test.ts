import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Point } from '../../../../base/kernel/point.ts'
import { readChatMessage } from './chat-message.ts'

/**
 * Messages as customers of our cities write them. Whatever is read must be right; what nobody can be
 * sure of is asked: an amount, a phone or a zone that stands here as a list is a question with these
 * answers.
 */
const zones: Record<string, readonly string[]> = {
  BJ: 'Ganhi–Centre,Dantokpa–Sainte-Rita,Cadjèhoun–Haie Vive,Fidjrossè,Agla,Akpakpa,Godomey,Abomey-Calavi'.split(
    ',',
  ),
  TG: 'Centre–Assigamé,Bè,Tokoin,Adidogomé,Agoè'.split(','),
  CI: 'Angré,Cocody,Yopougon,Marcory,Treichville,Adjamé,Abobo,Koumassi,Riviera'.split(','),
  SN: 'Médina,Mermoz–Sacré-Cœur,Parcelles Assainies,Pikine,Almadies,Ouakam,Yoff'.split(','),
  CM: 'Akwa,Bonapriso,Bonaberi,Deido,Makepe,Bonamoussadi,Bastos,Biyem-Assi'.split(','),
  GA: 'Akanda,Owendo,Nzeng-Ayong,Louis'.split(','),
}

type Expected = {
  /** First and last name with one blank; absent when it is left to the seller. */
  name?: string
  /** The last eight digits. */
  phone: string | string[]
  zone?: string | string[]
  landmark?: string
  /** `PAID` among the answers, or as the mode of what was read. */
  amount?: number | (number | string)[]
  mode?: 'PREPAID' | 'CASH_ON_DELIVERY'
}

const messages: Record<string, [text: string, expected: Expected][]> = {
  BJ: [
    [
      'Bonsoir Mme Sonia. J’aimerais le sac à 11.000 et les boucles à 2.500. J’ai versé 5.000 hier. Livrez quartier Aïbatin, ruelle en face de l’école Les Anges. Appelez le 01 54 20 30 56, c’est mon petit frère Rodrigue',
      {
        name: 'Rodrigue',
        phone: '54203056',
        landmark: 'Aïbatin, ruelle en face de l’école Les Anges',
        amount: [8_500, 13_500, 6_000, 11_000, 2_500],
      },
    ],
    [
      '200 f le sachet de piment, mets 15 sachets. Ganhi derrière BOA. Dieudonné 95 20 30 57',
      { name: 'Dieudonné', phone: '95203057', zone: 'Ganhi–Centre', landmark: 'derrière BOA', amount: 3_000 },
    ],
    [
      'Bjr Edwige c Nadia. Je prends le pagne a 18k livrer moi a Akpakpa dodome stp. Mon num 0167 20 30 40',
      { name: 'Nadia', phone: '67203040', zone: 'Akpakpa', landmark: 'dodome', amount: 18_000 },
    ],
    [
      'Slt dada 🙏🏾 les babouches pointure 38 là. 6.500f. Jsuis a Fidjrosse kilombo derrière la station JNP. tel: 97.20.30.41. Reine Ahossi',
      {
        name: 'Reine Ahossi',
        phone: '97203041',
        zone: 'Fidjrossè',
        landmark: 'kilombo derrière la station JNP',
        amount: 6_500,
      },
    ],
    [
      'Cc c’est pour ma tante, Mme Hounkpè Delphine, quartier Zogbo carré 880 maison Hounkpè. Son num 229 01 95 20 30 42, le mien c’est 96203043. Le parfum 9 500 deja payé par momo',
      {
        name: 'Delphine Hounkpè',
        phone: ['95203042', '96203043'],
        landmark: 'Zogbo carré 880 maison Hounkpè',
        amount: 9_500,
        mode: 'PREPAID',
      },
    ],
    [
      '3 savons + 1 lait = 11.000f\nNom: Chimène AGOSSA\nCel: +22961203044\nLieu: Carrefour Toyota, en face de la BOA',
      {
        name: 'Chimène AGOSSA',
        phone: '61203044',
        landmark: 'Carrefour Toyota, en face de la BOA',
        amount: 11_000,
      },
    ],
    [
      'Livraison: Godomey Salamey vers la maternité. 01 65 20 30 45. Matelas 60000. Je paie à la réception. Romuald',
      {
        name: 'Romuald',
        phone: '65203045',
        zone: 'Godomey',
        landmark: 'Salamey vers la maternité',
        amount: 60_000,
        mode: 'CASH_ON_DELIVERY',
      },
    ],
    [
      'J ai fait le depot sur ton momo 22000. C’est Rachelle Boko a Cadjehoun, rue du collège portail gris. appelle le 0197203046',
      {
        name: 'Rachelle Boko',
        phone: '97203046',
        zone: 'Cadjèhoun–Haie Vive',
        landmark: 'rue du collège portail gris',
        amount: ['PAID', 22_000],
      },
    ],
    [
      'Bonjour Mme Carine, je prends 2 pagnes à 3500 chacun. Livrez à Zogbo derrière la mosquée. C’est Fortune 0197 20 30 47',
      { name: 'Fortune', phone: '97203047', landmark: 'Zogbo derrière la mosquée', amount: 7_000 },
    ],
    [
      'Les deux à 7000. Afi Dossou 97203048 Agla',
      { name: 'Afi Dossou', phone: '97203048', zone: 'Agla', amount: 7_000 },
    ],
    [
      'avance 5000, reste 7500. Merveille 96 20 30 49. Calavi Zopah',
      { name: 'Merveille', phone: '96203049', zone: 'Abomey-Calavi', landmark: 'Zopah', amount: 7_500 },
    ],
    [
      'Robe 20000, j’ai déjà payé 5000 par momo, le reste à la livraison. Grâce Hounsou 01 96 20 30 50',
      { name: 'Grâce Hounsou', phone: '96203050', amount: [15_000, 20_000] },
    ],
    [
      'Chaussures 12k + livraison 1000 = 13000. Chantal 0166203051 Fidjrossè plage',
      { name: 'Chantal', phone: '66203051', zone: 'Fidjrossè', landmark: 'plage', amount: [12_000, 13_000] },
    ],
    [
      'la perruque 25000 livraison comprise, Sandrine ZINSOU 66 20 30 52 Calavi',
      { name: 'Sandrine ZINSOU', phone: '66203052', zone: 'Abomey-Calavi', amount: [25_000, 25_000] },
    ],
    [
      'j’ai un billet de 10000, prévoir la monnaie. robe 8000. Rosalie 97 20 30 53 Ganhi',
      { name: 'Rosalie', phone: '97203053', zone: 'Ganhi–Centre', amount: 8_000 },
    ],
    [
      'Pagne 12000, remise 2000. Béni 97 20 30 54 Ganhi',
      { name: 'Béni', phone: '97203054', zone: 'Ganhi–Centre', amount: [10_000, 12_000] },
    ],
    [
      'la robe rose 10.000 f c’est payé ? Rose Adjovi 0190203055',
      { name: 'Rose Adjovi', phone: '90203055', amount: [10_000, 'PAID'] },
    ],
  ],
  TG: [
    [
      '5 mille francs le pagne, j’en veux quatre. Livraison à Bè Kpota près du CEG. Ama 93 20 30 43',
      { name: 'Ama', phone: '93203043', zone: 'Bè', landmark: 'Kpota près du CEG', amount: [5_000, 20_000] },
    ],
    [
      'Efo, na nye Dela. trois pagnes à 4 500 f pièce, payé 5 000 T-money. Kodjoviakopé derrière l’ambassade. 92 20 30 44',
      { phone: '92203044', landmark: 'Kodjoviakopé derrière l’ambassade', amount: [8_500, 13_500] },
    ],
    [
      'Bonjour, c’est pour ma sœur Essi. 3 savons 1500 chacun. Agoè Zongo, non loin du CMS. Son numéro : 90 20 30 40',
      { name: 'Essi', phone: '90203040', zone: 'Agoè', landmark: 'Zongo, non loin du CMS', amount: 4_500 },
    ],
    [
      'Je prends le lot à 18 000. Koffi Mensah +228 93 20 30 41, Adidogomé Franciscain portail noir',
      {
        name: 'Koffi Mensah',
        phone: '93203041',
        zone: 'Adidogomé',
        landmark: 'Franciscain portail noir',
        amount: 18_000,
      },
    ],
    [
      'Robe 15k5, Tokoin Doumasséssé à côté de la pharmacie Vitas. Blaise 91 20 30 42',
      {
        name: 'Blaise',
        phone: '91203042',
        zone: 'Tokoin',
        landmark: 'Doumasséssé à côté de la pharmacie Vitas',
        amount: 15_500,
      },
    ],
  ],
  CI: [
    [
      'Nom: Blessing\nContact: 0709 20 30 51 / 0101 20 30 52\nCommune: Port-Bouët\nQuartier: Gonzagueville\nArticle: Sac\nPrix: 12 500\nAvance: 2 500\nReste: 10 000',
      {
        name: 'Blessing',
        phone: ['09203051', '01203052'],
        landmark: 'Port-Bouët, Gonzagueville',
        amount: 10_000,
      },
    ],
    [
      'Bonsoir la patronne ! 4 wax hitarget 6000/pièce. Déposez à la maison, Koumassi Remblais, rue des Frères. Mon mari Serge est là 01 41 20 30 53',
      {
        name: 'Serge',
        phone: '41203053',
        zone: 'Koumassi',
        landmark: 'Remblais, rue des Frères',
        amount: 24_000,
      },
    ],
    [
      'Yako la go, faut m’envoyer la jupe là, 12 mille. Chui à Yop Toits Rouges carrefour Saint André. Mon numéro 07 08 20 30 40. C’est Konan',
      {
        name: 'Konan',
        phone: '08203040',
        zone: 'Yopougon',
        landmark: 'Toits Rouges carrefour Saint André',
        amount: 12_000,
      },
    ],
    [
      'Slt grande sœur ! C’est Mariam Cissé, Angré Château, à côté de la pharmacie Sainte Trinité. 0102203041. Mèches 32.000 frs. Je paye par Wave a la livraison',
      {
        name: 'Mariam Cissé',
        phone: '02203041',
        zone: 'Angré',
        landmark: 'Château, à côté de la pharmacie Sainte Trinité',
        amount: 32_000,
        mode: 'CASH_ON_DELIVERY',
      },
    ],
    [
      'Djo le casque c 10k non? je suis à Marcory Zone 4 près de Cap Sud. 05 44 20 30 42 ou 0788203043. Yannick YAO',
      {
        name: 'Yannick YAO',
        phone: ['44203042', '88203043'],
        zone: 'Marcory',
        landmark: 'Zone 4 près de Cap Sud',
        amount: 10_000,
      },
    ],
    [
      'Commande : 4 polos (M, L, XL) 6500 x 4. Treichville avenue 8 rue 21 barrée. Mme Touré Aïcha tel 0757 20 30 44',
      {
        name: 'Aïcha Touré',
        phone: '57203044',
        zone: 'Treichville',
        landmark: 'avenue 8 rue 21 barrée',
        amount: [6_500, 26_000],
      },
    ],
    [
      'mets moi 3 crop top à 2500 l’unité, je suis à Abobo Baoulé vers l’agence CIE. Prisca 0101203045',
      {
        name: 'Prisca',
        phone: '01203045',
        zone: 'Abobo',
        landmark: 'Baoulé vers l’agence CIE',
        amount: 7_500,
      },
    ],
    [
      'Slt, 2 ensembles 30 mille. Kouadio Konan 0707203046. Riviera 3 Palmeraie en face du Carrefour Market',
      {
        name: 'Kouadio Konan',
        phone: '07203046',
        zone: 'Riviera',
        landmark: '3 Palmeraie en face du Carrefour Market',
        amount: [30_000, 60_000],
      },
    ],
    [
      'j’ai envoyé 10 mille sur Wave, je complète 5 mille à la livraison. Moi c’est Aya Koné, Adjamé 220 logements, 0749203047',
      { name: 'Aya Koné', phone: '49203047', zone: 'Adjamé', landmark: '220 logements', amount: 5_000 },
    ],
    [
      'C’est 15 ou 20 mille le pantalon ? Marcory Sicogi. Bakary 0544203048',
      { name: 'Bakary', phone: '44203048', zone: 'Marcory', landmark: 'Sicogi', amount: [20_000, 15_000] },
    ],
    [
      'BEGIN:VCARD\nVERSION:3.0\nN:Kouassi;Ange Désirée;;;\nFN:Ange Désirée Kouassi\nTEL;type=CELL;waid=2250708203049:+225 07 08 20 30 49\nEND:VCARD\nRobe de soirée 35000 Cocody Saint Jean',
      {
        name: 'Ange Désirée Kouassi',
        phone: '08203049',
        zone: 'Cocody',
        landmark: 'Saint Jean',
        amount: 35_000,
      },
    ],
    [
      'Quinze mille cinq cents francs pour le parfum. Je suis à Treichville rue 38. Moussa Diarra 0102203050',
      { name: 'Moussa Diarra', phone: '02203050', zone: 'Treichville', landmark: 'rue 38', amount: 15_500 },
    ],
  ],
  SN: [
    [
      'Assalamou aleykoum Aïda, c’est la maman de Rokhaya. Le sac de voyage à 27.500. Envoyez à Thiaroye Azur, villa 88. 76 120 30 49 (Rokhaya 77 120 30 50)',
      {
        name: 'Rokhaya',
        phone: ['61203049', '71203050'],
        landmark: 'Thiaroye Azur, villa 88',
        amount: 27_500,
      },
    ],
    [
      'Slt ! paire Jordan 42 à 32.500 non négociable. Médina rue 22 angle 17. Bay Fall 70 120 30 51. Je paie quand je reçois',
      { name: 'Bay Fall', phone: '01203051', zone: 'Médina', landmark: 'rue 22 angle 17', amount: 32_500 },
    ],
    [
      'Salam Khady, c’est Awa Fall. Le grand boubou 28.000 CFA. Livrez à Sacré Coeur 3, villa 8120 près de la mosquée verte. 77 120 30 40',
      {
        name: 'Awa Fall',
        phone: '71203040',
        zone: 'Mermoz–Sacré-Cœur',
        landmark: '3, villa 8120 près de la mosquée verte',
        amount: 28_000,
      },
    ],
    [
      'Nanga def, mangi Parcelles Unité 9 derrière le stade. 78 120 30 41. Le collier 4 000f paiement Wave. Pape',
      {
        name: 'Pape',
        phone: '81203041',
        zone: 'Parcelles Assainies',
        landmark: 'Unité 9 derrière le stade',
        amount: [4_000, 'PAID'],
      },
    ],
    [
      'Bonjour je voudrais le parfum 14500. Je suis à Mermoz, face école Ndatté. Mon mari récupère, Lamine Sow 76 120 30 42, moi c’est 77 120 30 43',
      {
        name: 'Lamine Sow',
        phone: ['61203042', '71203043'],
        zone: 'Mermoz–Sacré-Cœur',
        landmark: 'face école Ndatté',
        amount: 14_500,
      },
    ],
    [
      'Slt c moi Coumba de Pikine tally diallo. 1 ensemble wax 35mil + 1 sac 12mil. tel 701203044 merci 🥰',
      {
        name: 'Coumba',
        phone: '01203044',
        zone: 'Pikine',
        landmark: 'tally diallo',
        amount: [47_000, 35_000, 12_000],
      },
    ],
    [
      'Salam, mane Ndeye Fatou Ba la. Damay jënd sac bi 12.000. Mangi Liberté 6 Extension, près de la mosquée. 77 120 30 45',
      {
        name: 'Ndeye Fatou Ba',
        phone: '71203045',
        landmark: 'Liberté 6 Extension, près de la mosquée',
        amount: 12_000,
      },
    ],
    [
      'Bonjour Khady, je confirme : 1 boubou 25000 et 1 voile 5000. Total 30000. Almadies, derrière Casino. Ousmane Diop 78 120 30 46',
      {
        name: 'Ousmane Diop',
        phone: '81203046',
        zone: 'Almadies',
        landmark: 'derrière Casino',
        amount: 30_000,
      },
    ],
    [
      'Je veux payer la moitié maintenant et la moitié à la livraison, c’est 40.000. Astou Faye, Ouakam Cité Comico. 70 120 30 47',
      {
        name: 'Astou Faye',
        phone: '01203047',
        zone: 'Ouakam',
        landmark: 'Cité Comico',
        amount: [20_000, 40_000],
      },
    ],
    [
      'Le costume à 45000 au lieu de 60000. Grand Yoff, arrêt Bignona. Pape Seck 76 120 30 48',
      { name: 'Pape Seck', phone: '61203048', landmark: 'Grand Yoff, arrêt Bignona', amount: 45_000 },
    ],
  ],
  CM: [
    [
      'Hello sis, the wig na 38k abi? I go pay half now, half on delivery. Deliver for Bepanda Omnisport behind Carrefour Yoro Joss. Ask of Mama Joyce 699 20 30 48',
      {
        name: 'Mama Joyce',
        phone: '99203048',
        landmark: 'Bepanda Omnisport behind Carrefour Yoro Joss',
        amount: [19_000, 38_000],
      },
    ],
    [
      'Good evening ma, na Favour. Abeg send the bag to Bonaberi, opposite Total ancienne route. 17k. My number 677 20 30 40',
      {
        name: 'Favour',
        phone: '77203040',
        zone: 'Bonaberi',
        landmark: 'opposite Total ancienne route',
        amount: 17_000,
      },
    ],
    [
      'Bjr la mater, c’est Carine Nkeng. Le pull là à 9.000, livrer à Makepe Rhône-Poulenc carrefour Lycée. 699203041',
      {
        name: 'Carine Nkeng',
        phone: '99203041',
        zone: 'Makepe',
        landmark: 'Rhône-Poulenc carrefour Lycée',
        amount: 9_000,
      },
    ],
    [
      'How far? I wan the jacket size 40, 16,000. I dey Deido, behind Ecole Publique. Call 6 51 20 30 42. Name: Samuel Eto',
      {
        name: 'Samuel Eto',
        phone: '51203042',
        zone: 'Deido',
        landmark: 'behind Ecole Publique',
        amount: 16_000,
      },
    ],
    [
      'Hello, deliver to Akwa, boulevard de la République, Immeuble Kassap 2e étage. Mr Alain Mbida +237 6 90 20 30 43. Charger 4500 already paid by OM',
      {
        name: 'Alain Mbida',
        phone: '90203043',
        zone: 'Akwa',
        landmark: 'boulevard de la République, Immeuble Kassap 2e étage',
        amount: 4_500,
        mode: 'PREPAID',
      },
    ],
    [
      'Good morning, I’m Precious. Two gowns 12k each. Bonamoussadi, behind Total Maetur. 675 20 30 44. I don pay 10k, balance for delivery',
      {
        name: 'Precious',
        phone: '75203044',
        zone: 'Bonamoussadi',
        landmark: 'behind Total Maetur',
        amount: [14_000, 24_000],
      },
    ],
    [
      'Abeg 2 shirts for 10k, na Akwa I dey, near Douche municipal. Call Sunday 6 77 20 30 45',
      { phone: '77203045', zone: 'Akwa', landmark: 'near Douche municipal', amount: [10_000, 20_000] },
    ],
    [
      'Bonjour, les rideaux à 35 000 F, j’ai fait le dépôt OM de 35000 ce matin. Mme Ngo Bassa Alice, Biyem-Assi lycée, 699 20 30 46',
      {
        name: 'Alice Ngo Bassa',
        phone: '99203046',
        zone: 'Biyem-Assi',
        landmark: 'lycée',
        amount: [35_000, 'PAID'],
      },
    ],
    [
      'I will pay by MoMo. 18,500 frs for the shoes. Makepe BM opposite Boulangerie. Name: Fon Divine. 651 20 30 47',
      {
        name: 'Divine Fon',
        phone: '51203047',
        zone: 'Makepe',
        landmark: 'BM opposite Boulangerie',
        amount: 18_500,
        mode: 'CASH_ON_DELIVERY',
      },
    ],
  ],
  GA: [
    [
      'bonsoir. prix du lot 60 000 ? je donne 40 maintenant par airtel. Okala, carrefour Mirador. Sylvie Mba 077 20 30 43',
      { name: 'Sylvie Mba', phone: '77203043', landmark: 'Okala, carrefour Mirador', amount: 60_000 },
    ],
    [
      'Salut Christelle, livre stp à M. Ella Nguema, PK8 derrière l’ancienne gendarmerie, tel 062 20 30 44. C’est un cadeau, tout est payé. Montant 55.000 pour info',
      {
        name: 'Ella Nguema',
        phone: '62203044',
        landmark: 'PK8 derrière l’ancienne gendarmerie',
        amount: 55_000,
        mode: 'PREPAID',
      },
    ],
    [
      'Mbolo, la paire de baskets 35.000. Je suis à Nzeng-Ayong après l’échangeur, barrière verte. 077 20 30 40 / 066 20 30 41. Marlène',
      {
        name: 'Marlène',
        phone: ['77203040', '66203041'],
        zone: 'Nzeng-Ayong',
        landmark: 'après l’échangeur, barrière verte',
        amount: 35_000,
      },
    ],
    [
      'Bjr, c Mme Awa de Owendo. le mixeur 22000 deja reglé par airtel money. 074203042 Akournam près du lycée',
      {
        name: 'Awa',
        phone: '74203042',
        zone: 'Owendo',
        landmark: 'Akournam près du lycée',
        amount: 22_000,
        mode: 'PREPAID',
      },
    ],
  ],
}

const noPoint = (): Point | undefined => undefined
const ending = (phone: string): string => phone.slice(-8)

for (const [country, cases] of Object.entries(messages))
  describe(`messages of ${country} are read right, or asked about (decision 304)`, () => {
    for (const [text, expected] of cases)
      test(text, () => {
        const { fields, choices } = readChatMessage(text, {
          country,
          zones: zones[country] ?? [],
          pointInText: noPoint,
        })
        const name = [fields.firstName, fields.lastName].flatMap((each) => each?.value ?? [])
        const phone = fields.phone
          ? ending(fields.phone.value)
          : choices.phone?.map(({ value }) => ending(value))
        const asked = choices.money?.map(({ value }) => value.amountFcfa ?? 'PAID')
        const read = {
          name: name.length > 0 ? name.join(' ') : undefined,
          phone,
          zone: fields.zone?.value ?? choices.zone?.map(({ value }) => value),
          landmark: fields.landmark?.value,
          amount: fields.goodsAmountFcfa?.value ?? asked,
          mode: fields.mode?.value,
        }
        assert.deepEqual(JSON.parse(JSON.stringify(read)), expected)
      })
  })
