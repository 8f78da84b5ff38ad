/** What the commands say in French; a pair is for nought or one, and for more. */
export const french = {
  'A connection that breaks within an event does not keep the next ones from arriving':
    'Une connexion coupée au milieu d’un événement n’empêche pas de recevoir les suivants',
  'A guard before your code (session, CSRF token, password) probably refuses the request: exempt this address, or check that the secret is the same.':
    'Un contrôle placé avant votre code (session, jeton CSRF, mot de passe) refuse sans doute la requête : exemptez-en cette adresse, ou vérifiez que le secret est bien le même.',
  'A ping is accepted': 'Un ping est accepté',
  'A ping tests the address and carries no delivery: respond with 2xx before you read data.':
    'Un ping vérifie l’adresse et ne porte pas de livraison : répondez 2xx avant de lire data.',
  'A rate limit refuses events: exempt this address, since several events may come within a second.':
    'Une limite de débit refuse des événements : exemptez-en cette adresse, plusieurs événements peuvent arriver dans la même seconde.',
  'A signed event is accepted': 'Un événement signé est accepté',
  'A signing secret begins with whsec_.': 'Un secret de signature commence par whsec_.',
  'Allow 300 seconds between t and the current time, before and after, and keep the clock of the server right.':
    'Tolérez 300 secondes d’écart entre t et l’heure qu’il est, avant comme après, et gardez l’horloge du serveur à l’heure.',
  'An event dated {beyond} seconds ahead is refused':
    'Un événement daté de {beyond} secondes dans le futur est refusé',
  'An event dated {within} seconds ahead is accepted':
    'Un événement daté de {within} secondes dans le futur est accepté',
  'An event in which one byte was changed after signing is refused':
    'Un événement dont un octet a changé après la signature est refusé',
  'An event of 64 KB is accepted': 'Un événement de 64 Ko est accepté',
  'An event of an unknown type is accepted': 'Un événement d’un type inconnu est accepté',
  'An event of whose signature only the beginning is right is refused':
    'Un événement dont seul le début de la signature est juste est refusé',
  'An event sent a second time is accepted': 'Un événement envoyé une seconde fois est accepté',
  'An event signed with an empty key is refused': 'Un événement signé avec une clé vide est refusé',
  'An event signed with another secret is refused': 'Un événement signé avec un autre secret est refusé',
  'An event signed {beyond} seconds ago is refused': 'Un événement signé il y a {beyond} secondes est refusé',
  'An event signed {within} seconds ago is accepted':
    'Un événement signé il y a {within} secondes est accepté',
  'An event that comes slowly, in pieces, is accepted':
    'Un événement qui arrive lentement, par morceaux, est accepté',
  'An event that comes twice at once is accepted': 'Un événement reçu deux fois au même instant est accepté',
  'An event whose JSON is spelt differently is accepted':
    'Un événement dont le JSON est écrit autrement est accepté',
  'An event whose Svc-Signature has no v1 is refused':
    'Un événement dont Svc-Signature n’a pas de v1 est refusé',
  'An event whose t was changed after signing is refused':
    'Un événement dont t a changé après la signature est refusé',
  'An event with a truncated signature is refused': 'Un événement à la signature tronquée est refusé',
  'An event with accents and an emoji is accepted': 'Un événement avec des accents et un émoji est accepté',
  'An event with an invented signature is refused': 'Un événement à la signature inventée est refusé',
  'An event with two signatures is accepted when the first is right':
    'Un événement à deux signatures est accepté quand la première est juste',
  'An event with two signatures is accepted when the second is right':
    'Un événement à deux signatures est accepté quand la seconde est juste',
  'An event with unknown fields is accepted': 'Un événement avec des champs inconnus est accepté',
  'An event without a signature is refused': 'Un événement sans signature est refusé',
  'Check the path, and that POST is allowed there; respond with 2xx for a delivery that you do not know, too.':
    'Vérifiez le chemin, et que POST y est permis ; répondez 2xx aussi pour une livraison que vous ne connaissez pas.',
  'Check yourself, since it cannot be seen from here: an event that came twice is processed once in your data.':
    'À vérifier vous-même, car cela ne se voit pas d’ici : un événement reçu deux fois n’est traité qu’une fois dans vos données.',
  'Check yourself, since it cannot be seen from here: an event that came twice is processed once in your data. Look there for {ids}.':
    'À vérifier vous-même, car cela ne se voit pas d’ici : un événement reçu deux fois n’est traité qu’une fois dans vos données. Cherchez-y {ids}.',
  'Colis follows no redirects: give the final address (https, with its final slash), or respond with 2xx at this one.':
    'Colis ne suit pas les redirections : donnez l’adresse finale (https, barre oblique finale comprise), ou répondez 2xx à celle-ci.',
  'Compare t, in seconds, to the current time and refuse beyond 300 seconds: otherwise whoever intercepts a request can send it again at will.':
    'Comparez t, en secondes, à l’heure qu’il est et refusez au-delà de 300 secondes : sinon, qui intercepte une requête peut la renvoyer quand il veut.',
  'Compare the whole signature, in constant time: timingSafeEqual, hash_equals or hmac.compare_digest.':
    'Comparez la signature entière, en temps constant : timingSafeEqual, hash_equals ou hmac.compare_digest.',
  'Compute the HMAC over the bytes that arrived, in UTF-8: do not convert them to another character set.':
    'Calculez le HMAC sur les octets reçus, en UTF-8 : ne les convertissez pas dans un autre jeu de caractères.',
  'Compute the HMAC-SHA256 of "<t>.<raw body>" with your secret and respond with 400 unless a v1 equals it.':
    'Calculez le HMAC-SHA256 de « <t>.<corps brut> » avec votre secret et répondez 400 si aucun v1 ne lui est égal.',
  'Environment: production. Couriers are sent, and money moves.':
    'Environnement : production. Les livreurs partent et l’argent bouge.',
  'Environment: sandbox. No courier is sent, and no money moves.':
    'Environnement : bac à sable. Aucun livreur n’est envoyé et aucun argent ne bouge.',
  'Events out of order are accepted': 'Des événements dans le désordre sont acceptés',
  'Every response comes within {time}': 'Chaque réponse vient en moins de {time}',
  'Every type of event is accepted': 'Chaque type d’événement est accepté',
  FAULT: 'DÉFAUT',
  'Fields will be added: ignore those you do not know instead of refusing them.':
    'Des champs s’ajouteront : ignorez ceux que vous ne connaissez pas au lieu de les refuser.',
  'Handle the error of each request where it happens: a client that disconnects must not end the process.':
    'Traitez l’erreur de chaque requête là où elle survient : un client qui s’en va ne doit pas arrêter le processus.',
  'Handle the error of each request where it happens: no request may end the process.':
    'Traitez l’erreur de chaque requête là où elle survient : aucune requête ne doit arrêter le processus.',
  'Install a certificate that is valid for this name, with its whole chain: Colis accepts no other.':
    'Installez un certificat valable pour ce nom, avec toute sa chaîne : Colis n’en accepte pas d’autre.',
  'Let a unique constraint on the id of the event choose which one is processed, and respond with 2xx to both.':
    'Laissez une contrainte d’unicité sur l’id de l’événement choisir lequel est traité, et répondez 2xx aux deux.',
  'Limit: none': 'Limite : aucune',
  'Limit: {requests} requests in {seconds} s': 'Limite : {requests} requêtes en {seconds} s',
  'Never verify with a secret that is empty or does not begin with whsec_: anybody can sign with an empty key.':
    'Ne vérifiez jamais avec un secret vide ou qui ne commence pas par whsec_ : n’importe qui peut signer avec une clé vide.',
  'Nothing answers on {origin}: check the address, and start your receiver first.':
    'Rien ne répond sur {origin} : vérifiez l’adresse, et démarrez d’abord votre récepteur.',
  'Nothing was sent.': 'Rien n’a été envoyé.',
  'Press Enter when the receiver runs with this secret. ':
    'Appuyez sur Entrée quand le récepteur tourne avec ce secret. ',
  'Read the body to its end and allow at least 100 KB, in your code and in the server before it.':
    'Lisez le corps jusqu’au bout et permettez au moins 100 Ko, dans votre code comme dans le serveur placé devant.',
  'Receiver: {url}': 'Récepteur : {url}',
  'Respond with 204 and no body: Colis keeps only 2 KB of a response and reads only 16.':
    'Répondez 204 sans corps : Colis ne garde que 2 Ko d’une réponse et n’en lit que 16.',
  'Respond with 2xx to an event that you have seen, without processing it again: after any other response it is sent again.':
    'Répondez 2xx à un événement déjà reçu, sans le traiter de nouveau : toute autre réponse le fait renvoyer.',
  'Respond with 2xx to every type, even where you do nothing with it; dropoff and courier may be null.':
    'Répondez 2xx à tous les types, même à ceux dont vous ne faites rien ; dropoff et courier peuvent être null.',
  'Respond with 400 when the header has no v1: there is nothing to compare then.':
    'Répondez 400 quand l’en-tête n’a pas de v1 : il n’y a alors rien à comparer.',
  'Responses are brief': 'Les réponses sont brèves',
  'Rights: {scopes}': 'Droits : {scopes}',
  'Shop: {name}': 'Boutique : {name}',
  'Signing secret (whsec_…), or Enter to make one: ':
    'Secret de signature (whsec_…), ou Entrée pour en créer un : ',
  'Start it with this very secret in WEBHOOK_SECRET, and verify like this: v1 is the hexadecimal HMAC-SHA256 of "<t>.<raw body>", whose key is the whole text of the secret, whsec_ included.':
    'Démarrez-le avec ce même secret dans WEBHOOK_SECRET, et vérifiez ainsi : v1 est le HMAC-SHA256 hexadécimal de « <t>.<corps brut> », dont la clé est tout le texte du secret, whsec_ compris.',
  'Start your receiver with this new secret, for example:\nWEBHOOK_SECRET={secret} node receiver.ts':
    'Démarrez votre récepteur avec ce nouveau secret, par exemple :\nWEBHOOK_SECRET={secret} node receiver.ts',
  'Store the event, respond, then work: whatever takes time (mail, invoice, a call to another service) comes after the response.':
    'Enregistrez l’événement, répondez, puis travaillez : ce qui prend du temps (e-mail, facture, appel d’un autre service) vient après la réponse.',
  'Take the absolute value of the difference between t and the current time: at most 300 seconds, before or after.':
    'Prenez la valeur absolue de l’écart entre t et l’heure qu’il est : 300 secondes au plus, avant comme après.',
  'The address and the key work: {url}': 'L’adresse et la clé fonctionnent : {url}',
  'The address must begin with https://. To receive events on your own machine, use colis listen.':
    'L’adresse doit commencer par https://. Pour recevoir des événements sur votre machine, utilisez colis listen.',
  'The address must not contain a user name or a password.':
    'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'The body is part of what is signed: compute the HMAC over every byte that arrived.':
    'Le corps fait partie de ce qui est signé : calculez le HMAC sur tous les octets reçus.',
  'The https connection could not be made.': 'La connexion https n’a pas pu être établie.',
  'The key of the HMAC is the whole text of the secret as it was given, whsec_ included.':
    'La clé du HMAC est tout le texte du secret, tel qu’il a été donné, whsec_ compris.',
  'The key works, but this service is of an older version and cannot say whose it is.':
    'La clé fonctionne, mais ce service est d’une version plus ancienne et ne peut pas dire à qui elle est.',
  'The order of arrival is not guaranteed: respond with 2xx, then read the delivery for its state.':
    'L’ordre d’arrivée n’est pas garanti : répondez 2xx, puis lisez la livraison pour connaître son état.',
  'The time is part of what is signed: compute the HMAC of "<t>.<raw body>", with the t of the header.':
    'L’heure fait partie de ce qui est signé : calculez le HMAC de « <t>.<corps brut> », avec le t de l’en-tête.',
  'There is no signing secret: put that of your receiver in WEBHOOK_SECRET.':
    'Il manque le secret de signature : mettez dans WEBHOOK_SECRET celui de votre récepteur.',
  'There was no time left: your receiver responds too slowly.':
    'Le temps a manqué : votre récepteur répond trop lentement.',
  'This cannot be seen any more: your receiver accepts no connections now.':
    'On ne le voit plus : votre récepteur n’accepte plus de connexion.',
  'This cannot be seen yet: fix first what stands above.':
    'On ne le voit pas encore : corrigez d’abord ce qui précède.',
  'This cannot be seen: no response came in time.': 'On ne le voit pas : aucune réponse n’est venue à temps.',
  'This is not a web address.': 'Ce n’est pas une adresse web.',
  'Types will be added: respond with 2xx to those you do not know, and do nothing.':
    'Des types s’ajouteront : répondez 2xx à ceux que vous ne connaissez pas, sans rien en faire.',
  'Verify the raw body as it arrives, before any JSON parser.':
    'Vérifiez le corps brut, tel qu’il arrive, avant tout analyseur JSON.',
  'Verify the raw body as it arrives, before any JSON parser: parsing it and writing it again changes bytes.':
    'Vérifiez le corps brut, tel qu’il arrive, avant tout analyseur JSON : l’analyser puis le réécrire change des octets.',
  'Verify with the secret of this webhook alone, read from your configuration.':
    'Ne vérifiez qu’avec le secret de ce webhook, lu dans votre configuration.',
  'Wait for the end of the body and put bytes together, not text: a piece may end within a character.':
    'Attendez la fin du corps et assemblez des octets, pas du texte : un morceau peut finir au milieu d’un caractère.',
  'What is signed is "<t>.<raw body>": the t of the header, a full stop, then the body.':
    'Ce qui est signé est « <t>.<corps brut> » : le t de l’en-tête, un point, puis le corps.',
  'While a secret is being replaced the header has two v1: read them all and accept if one of them is right.':
    'Pendant qu’un secret en remplace un autre, l’en-tête porte deux v1 : lisez-les tous et acceptez si l’un d’eux est juste.',
  'Without the header Svc-Signature respond with 400: a verification that can be skipped protects nothing.':
    'Sans en-tête Svc-Signature, répondez 400 : une vérification qui se laisse sauter ne protège de rien.',
  'Your code fails with an error, which its log names; perhaps it has no WEBHOOK_SECRET.':
    'Votre code s’arrête sur une erreur, que son journal nomme ; WEBHOOK_SECRET lui manque peut-être.',
  'Your receiver accepts no more connections after {sent}.':
    'Votre récepteur n’accepte plus de connexion après {sent}.',
  'Your receiver closed the connection without a response to {sent}.':
    'Votre récepteur a coupé la connexion sans répondre à {sent}.',
  'Your receiver compares t to a time in milliseconds.':
    'Votre récepteur compare t à une heure en millisecondes.',
  'Your receiver computes the signature of the body alone.':
    'Votre récepteur calcule la signature du corps seul.',
  'Your receiver decodes the secret from base64 before it takes it for the key.':
    'Votre récepteur décode le secret en base64 avant de s’en servir comme clé.',
  'Your receiver expects a signature in base64.': 'Votre récepteur attend une signature en base64.',
  'Your receiver had not responded to an event {type} after {time}.':
    'Votre récepteur n’avait toujours pas répondu à un événement {type} après {time}.',
  'Your receiver parses the body and writes it again before it verifies: it accepted a signature over JSON with spaces.':
    'Votre récepteur analyse le corps et le réécrit avant de le vérifier : il a accepté une signature faite sur du JSON avec des espaces.',
  'Your receiver responded with more than 2 KB.': 'Votre récepteur a répondu par plus de 2 Ko.',
  'Your receiver responded with {status} to {sent}.': 'Votre récepteur a répondu {status} à {sent}.',
  'Your receiver takes only what follows whsec_ for the key.':
    'Votre récepteur ne prend pour clé que ce qui suit whsec_.',
  'Your receiver took {time} to respond to an event {type}.':
    'Votre récepteur a mis {time} à répondre à un événement {type}.',
  'a connection that broke within an event': 'une connexion coupée au milieu d’un événement',
  'a ping': 'un ping',
  'a signed event': 'un événement signé',
  'an event after a connection that broke': 'un événement qui suit une connexion coupée',
  'an event dated {beyond} seconds ahead': 'un événement daté de {beyond} secondes dans le futur',
  'an event dated {within} seconds ahead': 'un événement daté de {within} secondes dans le futur',
  'an event in which one byte was changed after signing':
    'un événement dont un octet a changé après la signature',
  'an event of 64 KB': 'un événement de 64 Ko',
  'an event of an unknown type': 'un événement d’un type inconnu',
  'an event of whose signature only the beginning is right':
    'un événement dont seul le début de la signature est juste',
  'an event sent twice': 'un événement envoyé deux fois',
  'an event sent twice at once': 'un événement envoyé deux fois au même instant',
  'an event signed with an empty key': 'un événement signé avec une clé vide',
  'an event signed with another secret': 'un événement signé avec un autre secret',
  'an event signed {beyond} seconds ago': 'un événement signé il y a {beyond} secondes',
  'an event signed {within} seconds ago': 'un événement signé il y a {within} secondes',
  'an event that came in pieces': 'un événement arrivé par morceaux',
  'an event whose JSON has spaces and \\u escapes':
    'un événement dont le JSON contient des espaces et des \\u',
  'an event whose Svc-Signature has no v1': 'un événement dont Svc-Signature n’a pas de v1',
  'an event whose t was changed after signing': 'un événement dont t a changé après la signature',
  'an event with a truncated signature': 'un événement à la signature tronquée',
  'an event with accents and an emoji': 'un événement avec des accents et un émoji',
  'an event with an invented signature': 'un événement à la signature inventée',
  'an event with two signatures of which the first is right':
    'un événement à deux signatures dont la première est juste',
  'an event with two signatures of which the second is right':
    'un événement à deux signatures dont la seconde est juste',
  'an event with unknown fields': 'un événement avec des champs inconnus',
  'an event without a signature': 'un événement sans signature',
  'an event {types}': 'un événement {types}',
  'an event {types} that came out of order': 'un événement {types} arrivé dans le désordre',
  doubtful: 'à revoir',
  good: 'bon',
  't is in seconds: divide a time in milliseconds by 1,000 before you compare.':
    't est en secondes : divisez l’heure en millisecondes par 1 000 avant de comparer.',
  unknown: 'inconnu',
  'v1 is hexadecimal: 64 digits from 0 to f.': 'v1 est en hexadécimal : 64 chiffres de 0 à f.',
  '{count} checks: {counted}.': '{count} contrôles : {counted}.',
  '{count} doubtful': '{count} à revoir',
  '{count} fault': '{count} défaut',
  '{count} faults': '{count} défauts',
  '{count} good': ['{count} bon', '{count} bons'],
  '{count} unknown': ['{count} inconnu', '{count} inconnus'],
} as const
