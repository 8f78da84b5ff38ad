import { listed, phraseList } from '../words/message-tokens.ts'

/** Words that places are described with. */

/** What begins the words that help to find a place. */
export const openers =
  phraseList(`pres, pret de, pret du, proche, proche de, proximite, a cote, a coter, acote, cote de, cote
    du, a deux pas, en face, enface, en fasse, face a, face au, face aux, derriere, deriere, derrier,
    devant, vers, au niveau, niveau, non loin, pas loin, apres, avant, entre, en allant, en venant, en
    quittant, au bord, en bordure, a droite, a gauche, au fond, a l'angle, a l'entree, dans l'enceinte, au
    rez, au dessus, en dessous, au coin, dans les coins, sur la route, sur l'axe, dans le couloir, behind,
    near, next to, face, opposite, in front of, beside, close to, after, before, around, at the back of,
    across from, not far from`)

/**
 * Words that places are described with, so that what is said about them is a landmark without an opener too.
 */
export const places = new Set(
  listed(`carrefour, pharmacie, marche, ecole, eglise, paroisse, cathedrale, temple, mosquee, hotel,
    auberge, station, banque, agence, immeuble, maison, rue, ruelle, von, vons, voie, carre, villa, portail,
    portillon, boulangerie, clinique, hopital, cnhu, centre de sante, ceg, cpp, lycee, college, universite,
    campus, fac, stade, terrain, cinema, supermarche, superette, pave, pavee, pavees, paves, goudron, feu,
    feux, rond-point, rondpoint, pont, gare, aeroport, plage, bar, maquis, buvette, restaurant, resto,
    antenne, terminus, etage, residence, appartement, ambassade, mairie, commissariat, gendarmerie, camp,
    poste, salon, garage, arret, echangeur, place, cimetiere, boulevard, avenue, bloc, ilot, lot, parcelle,
    cite, immeubles, pharmacy, church, school, market, street, road, house, building, bank, junction,
    roundabout, mosque, hospital, gate, apartment, floor, cyber, kiosque, depot, tranche, unite, calvaire,
    dispensaire, palais, pressing, pharma, usine, quincaillerie, chateau, poteau, manguier, maternelle,
    prefecture, sous-prefecture, tribunal, ministere, chapelle, corniche, lagune, rond, barriere, laverie,
    secteur, sicap, hlm, kiosk, filling, supermarket, chapel, avenues, dernier-poteau, feu-rouge, terminus`),
)

/** Of these, words for other things too, and what follows them where they are a place: `lot 12`, `bloc B`. */
export const numbered = new Set(listed('lot, bloc, ilot, parcelle, unite, secteur, tranche, c, hlm'))
export const named = new Set(listed('depot, salon, place, poste, garage'))

/** These belong to the words of a place that they precede. */
export const lead = new Set(
  listed('juste, tout, dans, sur, a, au, aux, la, le, les, en, un, peu, c, ca, in, at, the, on'),
)
/** The landmark ends here. */
export const closing = new Set(
  listed(
    `merci, svp, stp, pls, please, thanks, thank, appeler, appelez, appelle, call, client,
    cliente, pour, je, j'ai, jai, numero, num, c'est, cest, i, contact, payer, paye, paie, paiement, name,
    nom, taille, contactez, joindre, livrer, livrez, deliver`,
  ),
)

/** These belong to what follows them: a time, a name, an amount. */
export const trailing = new Set(
  listed('avant, apres, vers, a, au, de, du, des, et, ou, before, after, at, and, for'),
)
