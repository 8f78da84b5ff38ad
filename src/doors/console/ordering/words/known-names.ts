import { listed } from './message-tokens.ts'

/**
 * First names that are frequent where we serve, without accents: they tell which word of `Gbaguidi
 * Colette` is the first name, and that `Mme Awa` is called Awa.
 */
export const firstNames = new Set(
  listed(`abdou, abdoul, abdoulaye, abena, abiba, achille, adama, adele, adeline, adjoa, adjo, affi, afi,
    agathe, agnes, aicha, aida, aime, aissatou, akissi, akouvi, alain, albert, alex, alexandre, alexis,
    alice, alima, aline, alioune, alphonse, amadou, ama, amelie, amenan, ami, aminata, amina, ange, angele,
    anita, anne, antoine, antoinette, arielle, arlette, armand, armel, arnaud, assane, assetou, astou, awa,
    aya, ayoko, baba, babacar, balkissa, basile, benedicte, benjamin, bernadette, bernard, bertrand,
    bienvenue, binta, bineta, blaise, blanche, blessing, brice, brigitte, bruno, carine, caroline, cathy,
    catherine, cecile, cedric, celestin, celine, chantal, charles, charlotte, cheikh, chimene, christian,
    christelle, christiane, christine, claire, clarisse, claude, claudine, clement, colette, constance,
    corinne, cyrille, daniel, danielle, david, debora, deborah, delphine, denis, denise, desire, diane,
    diarra, dieudonne, djamila, djeneba, doris, dorcas, edith, edouard, edwige, elhadj, eliane, elisabeth,
    elise, elodie, elvire, emilie, emma, emmanuel, emmanuelle, eric, ernest, ernestine, estelle, esther,
    etienne, eugene, eugenie, eunice, eve, evelyne, fabrice, fanta, fatim, fatima, fatimata, fatou,
    fatoumata, faustine, favour, felicite, felix, ferdinand, fernand, firmin, florence, florent, fortune,
    francine, francis, franck, francois, francoise, frederic, gael, gaelle, genevieve, georges, georgette,
    gerard, germaine, ghislain, ghislaine, gilbert, gilles, gisele, gloria, grace, gregoire, guillaume,
    gustave, guy, habib, hadja, hamidou, hawa, helene, henri, henriette, herve, honore, hortense, hugues,
    ibrahim, ibrahima, idrissa, ines, inna, irene, isabelle, isaac, ismael, issa, issouf, jacob, jacqueline,
    jacques, janine, jean, jeanne, jeannette, jeremie, jerome, joel, joelle, john, johnson, jonas, joseph,
    josephine, josiane, josue, joy, judith, jules, julie, julien, julienne, juliette, junior, justin,
    justine, kader, kadi, kadiatou, kadidia, karim, khadija, khady, kodjo, koffi, kokou, komi, komlan,
    kossi, kouadio, kouame, laetitia, lamine, landry, larissa, laure, laurence, laurent, lea, leon, leonie,
    leontine, liliane, lionel, lisette, louis, louise, lucie, lucien, lucienne, lydie, madeleine, mady,
    magloire, maimouna, malick, mama, mamadou, mame, marc, marcel, marceline, marcelle, marguerite, mariam,
    mariama, marie, mariette, marina, marius, marlene, marthe, martial, martin, martine, mary, mathieu,
    mathilde, maurice, maxime, melanie, mercy, merveille, michel, michele, mireille, modou, mohamed, moise,
    monique, mouhamed, moussa, moustapha, mouna, moussou, mwana, nadege, nadia, nadine, nafi, nafissatou,
    nana, natacha, nathalie, ndeye, nestor, nicole, nicolas, noel, noelle, odette, odile, olga, olive,
    olivier, omar, oumar, oumou, oumy, ousmane, pacome, papa, parfait, parfaite, pascal, pascaline,
    patience, patrice, patricia, patrick, paul, paule, pauline, peace, pelagie, penda, perpetue, philippe,
    philomene, pierre, pierrette, prisca, prosper, prudence, rachel, rachelle, rahim, raissa, ramatou,
    raoul, raymond, rebecca, reine, rene, renee, richard, rita, robert, rodrigue, roger, roland, romain,
    romeo, romuald, rosalie, rose, roseline, rosette, rosine, ruth, sabine, safi, safiatou, salif, salimata,
    salome, samson, samuel, sandra, sandrine, sara, sarah, sekou, sena, serge, seydou, sidonie, simon,
    simone, sita, solange, sonia, sophie, souleymane, stella, stephane, stephanie, suzanne, suzy, sylvain,
    sylvie, tatiana, tatiane, therese, thierry, thomas, ulrich, valerie, valentin, vanessa, veronique,
    viviane, victoire, victor, victoria, vincent, virginie, wilfried, yacouba, yannick, yao, yasmine,
    yolande, yvan, yves, yvette, yvonne, zara, zeinab, zenabou, zita, divine, precious, gloire, prince,
    princesse, princess, gift, faith, hope, charity, comfort, success, marvelous, miracle, destiny, promise,
    wisdom, bright, lucky, victory, glory, beni, espoir, esperance, bonheur, tresor, innocent, modeste,
    goodluck, queen, happiness, pape, astou, ndeye, mbaye, cheick, serigne, sokhna, aby, coumba, dior, adja,
    moustafa, bakary, lassina, drissa, nafissa, tata, tantie, tonton, kadija, deborah, marieme`),
)

/** Family names that begin with `de` or `da`, as along the coast where ships from Brazil came back. */
export const ofBrazil = new Set(
  listed(`souza, almeida, medeiros, silva, campos, santos, lima, cunha, costa, dias, fonseca, oliveira,
    monteiro, pina, andrade, carvalho, barros, gama, rego, paraiso, dravo, sacramento, cruz, rocha, matos,
    freitas, melo`),
)
