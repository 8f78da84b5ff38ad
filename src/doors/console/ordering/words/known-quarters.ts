import { listed } from './message-tokens.ts'

/**
 * First words of quarters, communes and suburbs of the cities of the franc, without accents: none of them is
 * the name of a person, and what is said behind one describes a place. Zones themselves come from the map.
 */
export const quarters = new Set(
  listed(`abidjan, cocody, angre, riviera, deux-plateaux, plateaux, yopougon, yop, marcory, koumassi,
    treichville, adjame, abobo, attecoube, port-bouet, gonzagueville, bingerville, anyama, vridi, biafra,
    blockhauss, gesco, niangon, siporex, toits, wassakara, ficgayo, palmeraie, akouedo, abatta,
    williamsville, locodjro, dakar, pikine, guediawaye, medina, fann, mermoz, ouakam, ngor, yoff, almadies,
    parcelles, grand-yoff, grand-dakar, liberte, sicap, hlm, colobane, keur, rufisque, thiaroye, mbao,
    diamniadio, castors, dieuppeul, derkle, hann, cambereme, yeumbeul, niary, sacre, cotonou, akpakpa,
    cadjehoun, fidjrosse, godomey, calavi, abomey-calavi, agla, zogbo, zogbohoue, menontin, vedoko,
    gbegamey, ganhi, dantokpa, haie, sainte-rita, kouhounou, mewi, vodje, jericho, sikecodji, aidjedo,
    saint-michel, gbedjromede, fifadji, ste-rita, houeyiho, aibatin, cocotomey, togoudo, womey, tankpe,
    zoundja, arconville, kpota, parana, bidossessi, zopah, ouedo, togba, akassato, porto-novo, seme, ekpe,
    pk10, ouidah, lome, tokoin, nyekonakpoe, kodjoviakope, adidogome, agoe, hedzranawoe, assigame, baguida,
    kegue, djidjole, totsi, sagbado, avedji, doulassame, hanoukope, amoutive, adewui, cacaveli, zanguera,
    aflao, douala, akwa, bonapriso, bonanjo, bonaberi, bonamoussadi, deido, makepe, ndokoti, bepanda,
    logbaba, logpom, kotto, yassa, japoma, ndogbong, nyalla, maturite, ange-raphael, cite-sic, yaounde,
    bastos, mokolo, biyem-assi, mvan, mvog, mvog-ada, mvog-mbi, essos, emana, etoudi, ngousso, nkolndongo,
    nlongkak, mimboman, odza, ekounou, melen, mendong, nsam, efoulan, nkoldongo, ahala, omnisports, tsinga,
    obili, ngoa-ekelle, simbock, messassi, olembe, nkolbisson, briqueterie, cradat, libreville, akanda,
    owendo, nzeng-ayong, nzeng, lalala, oloumi, nombakele, batavea, nkembo, akebe, plein-ciel, charbonnages,
    okala, angondje, sotega, alibandeng, mindoube, pk5, pk8, pk12, belle-vue, bamako, niamey, ouagadougou,
    brazzaville, pointe-noire, ndjamena, bangui, malabo, bissau, badalabougou, kalaban, faladie,
    magnambougou, sogoniko, poto-poto, bacongo, moungali, talangai, ouenze, makelekele`),
)

/** What people call quarters for short, and how their full names begin. */
export const nicknames: ReadonlyMap<string, string> = new Map(
  listed(`yop yopougon, poy yopougon, treich treichville, calavi abomey calavi, cadj cadjehoun, fidj
    fidjrosse, akpaks akpakpa, kouma koumassi, parcelles parcelles assainies, bonamouss bonamoussadi, bona
    bonamoussadi, biyem biyem assi, guedj guediawaye, riv riviera, nzeng nzeng ayong, adido adidogome, hedz
    hedzranawoe`).map((entry) => {
    const [short = '', ...full] = entry.split(' ')
    return [short, full.join(' ')] as const
  }),
)
