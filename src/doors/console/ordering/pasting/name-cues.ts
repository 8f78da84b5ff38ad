import { listed, phraseList } from '../words/message-tokens.ts'

/** Words around names: what they say of the words that follow them. */

/** After these words the name of whoever receives the parcel follows. */
export const cues = new Set(
  listed(`pour, client, cliente, for, destinataire, nom, dame, from, go, gars, soeur, frere, mari, femme,
    epouse, fille, fils, cousine, cousin, collegue, voisine, sister, brother, husband, wife, signe`),
)
/** After these, which end in the last word, somebody says who they are. */
export const introductions = phraseList(
  `c'est, c, cest, ici c'est, moi c'est, moi c, moi cest, c'est moi, c
    moi, je suis, jsuis, chui, chuis, je m'appelle, m'appelle, mon nom est, mon nom c'est, my name is, i am,
    i'm, im, this is, it's, its, it is, na, name is, name na, my name na, mane, man, au nom de, de la part
    de, nom c'est, nom est, moi, suis, me na`,
)
/** What people call each other: the name that follows is a first name. */
export const callings = new Set(
  listed(`tata, tantie, tantine, tonton, maman, papa, sister, soeur, client, cliente, pour, aunty, uncle,
    mama, dada, grand-mere, mamie, papi`),
)
/** Between a greeting and the name of whoever is greeted. */
export const addressing = new Set(
  listed(
    'la, le, ma, mon, chere, cher, dear, grande, grand, go, vieux, mere, sis, bro, boss, patronne, oga, madam',
  ),
)
/** Titles: a single name after one is a last name, unless it is known as a first name. */
export const titles = new Set(
  listed(`mme, madame, mr, monsieur, mlle, mademoiselle, m, mrs, ms, miss, dr, maitre, docteur, me, pasteur,
    pastor, el-hadj, alhaji, hadja, sir`),
)
/** Whoever is greeted or thanked sells, and receives nothing. */
export const greetings = new Set(
  listed(`bonjour, bjr, bonsoir, bsr, slt, salut, salam, slm, salamaleykoum, coucou, cc, hello, hi, hey,
    allo, alo, yo, wesh, morning, evening, afternoon, mbolo, def, aleykoum, maleykoum, alaikum, merci,
    mercii, thanks, thank, thx, dear, chere, pardon, ok, far`),
)
