import {
  claim,
  type Found,
  isFree,
  longestPhraseEnd,
  type Message,
  phraseList,
  spanOf,
} from '../words/message-tokens.ts'

/** A category that the specification documents, without OTHER (spec 2.4). */
export type ParcelCategory = 'FASHION' | 'BEAUTY' | 'FOOD' | 'ELECTRONICS' | 'DOCUMENTS'

/** What sellers call their goods, without accents. A plural `s` or `x` is understood. */
const words: Record<ParcelCategory, string> = {
  FASHION: `fashion, mode, vetement, habit, robe, chaussure, basket, sneaker, tennis, sandale, talon,
    escarpin, mocassin, babouche, pantoufle, claquette, tapette, sac, sac a main, sacoche, pochette,
    portefeuille, pagne, bazin, wax, tissu, dentelle, boubou, agbada, abaya, voile, foulard, jupe, pantalon,
    short, culotte, chemise, chemisier, t-shirt, tshirt, tee-shirt, teeshirt, polo, maillot, pull, veste,
    costume, manteau, blouson, ensemble, tunique, combinaison, body, legging, pyjama, lingerie, soutien-gorge,
    slip, calecon, boxer, chaussette, casquette, chapeau, bonnet, ceinture, cravate, bijou, bijoux, collier,
    bracelet, bague, boucle, boucle d'oreille, montre, lunette, uniforme, dress, shoe, shoes, bag, handbag,
    shirt, trousers, skirt, clothes, jeans, jacket, hat, watch, sape, layette`,
  BEAUTY: `beauty, beaute, cosmetique, savon, creme, lait de corps, lait corporel, lotion, pommade, gel
    douche, parfum, deodorant, perruque, meche, tissage, cheveux, greffage, closure, frontal, shampoing,
    shampooing, apres-shampoing, maquillage, rouge a levres, gloss, fond de teint, mascara, vernis, faux
    ongles, faux cils, serum, gommage, huile de coco, huile, beurre de karite, karite, dentifrice, wig, soap,
    cream, perfume, makeup, make-up, lipstick, lotion, lace wig, bonnet en satin`,
  FOOD: `food, alimentation, nourriture, repas, plat, pizza, burger, hamburger, chawarma, shawarma, poulet,
    poisson, viande, riz, atassi, attieke, garba, alloco, aloko, foutou, placali, akassa, amiwo, pate, igname,
    spaghetti, salade, sandwich, brochette, gateau, patisserie, cupcake, tarte, croissant, pain, glace,
    yaourt, jus, bissap, boisson, eau minerale, biere, vin, fruit, legume, tomate, epice, miel, biscuit,
    bonbon, chocolat, lait en poudre, panier, soupe, meal, cake, chicken, rice, fish, juice, bread, dejeuner,
    diner, petit-dejeuner, kilichi, gari, tapioca`,
  ELECTRONICS: `electronics, electronique, electromenager, telephone, portable, smartphone, iphone, samsung,
    tecno, itel, infinix, redmi, xiaomi, huawei, nokia, ordinateur, pc, laptop, macbook, tablette, ipad,
    chargeur, ecouteur, airpod, airpods, casque, power bank, powerbank, batterie, cable, cle usb, disque dur,
    tele, television, tv, ecran, console, manette, playstation, clavier, souris, imprimante, routeur, modem,
    camera, appareil photo, enceinte, baffle, haut-parleur, mixeur, blender, ventilateur, fer a repasser,
    micro-onde, bouilloire, phone, charger, earphones, headphones, speaker, tablet, computer, smartwatch,
    montre connectee`,
  DOCUMENTS: `documents, document, papier, dossier, passeport, courrier, lettre, enveloppe, pli, facture,
    contrat, diplome, acte, attestation, certificat, carte d'identite, carte grise, cv, releve, chequier,
    livre, cahier, letter, passport, papers, envelope, contract, invoice`,
}

/** What each category is called, for a search at a token of a message. */
const categoryPhrases = (Object.keys(words) as ParcelCategory[]).map((category) => ({
  category,
  phrases: phraseList(withPlurals(words[category])),
}))

/** The list with the plural of each word, of the last one and of the first one of several. */
function withPlurals(list: string): string {
  return list
    .split(',')
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())
    .flatMap((phrase) => [phrase, `${phrase}s`, `${phrase}x`, phrase.replace(' ', 's ')])
    .join(',')
}

/** What is sent, by the first word of a message that names goods. */
export function readCategory(message: Message): Found<ParcelCategory> | undefined {
  for (let at = 0; at < message.tokens.length; at += 1) {
    const found = isFree(message, at) && !isVerb(message, at) ? categoryAt(message, at) : undefined
    if (!found || !isAllFree(message, at, found.to)) continue
    // `Téléphone 97 00 00 01` names no goods.
    const isLabel = found.category === 'ELECTRONICS' && message.claims[found.to] === 'PHONE'
    claim(message, [at, found.to], isLabel ? 'LABEL' : 'CATEGORY')
    if (!isLabel) return { ...spanOf(message, [at, found.to]), value: found.category }
  }
  return undefined
}

/** `livre stp` asks for a delivery, `un livre` is a book. */
const isVerb = ({ tokens }: Message, at: number): boolean =>
  tokens[at]?.folded === 'livre' &&
  tokens[at - 1]?.kind !== 'DIGITS' &&
  !/^(un|le|ce|mon|ton|son|du|ce|cet)$/.test(tokens[at - 1]?.folded ?? '')

const isAllFree = (message: Message, from: number, to: number): boolean =>
  message.claims.slice(from, to).every((each) => each === undefined)

/** Whether the word at a token names goods. */
export const namesGoods = (message: Message, at: number): boolean => categoryAt(message, at) !== undefined

/** The category whose longest name stands at a token: `montre connectée` is no `montre`. */
function categoryAt(message: Message, at: number): { category: ParcelCategory; to: number } | undefined {
  return categoryPhrases
    .map(({ category, phrases }) => ({ category, to: longestPhraseEnd(message, at, phrases) ?? 0 }))
    .filter(({ to }) => to > at)
    .sort((one, other) => other.to - one.to)[0]
}
