import type { Config } from '../../../../config.ts'

/** What each setting is for, to a French operator. The English stands in the table of settings itself. */
export const frenchSettings: Readonly<Record<keyof Config, string>> = {
  ENVIRONMENT:
    'Bac à sable ou production. Dans le bac à sable, on fait avancer les livraisons pas à pas ; en production, c’est impossible.',
  HOST: 'L’adresse réseau sur laquelle le service écoute. 0.0.0.0 : toutes.',
  PORT: 'Le port sur lequel il écoute. 0 : le premier libre.',
  MAX_CONNECTIONS: 'Combien de connexions chaque processus garde ouvertes. Celles de trop sont fermées.',
  SHUTDOWN_DRAIN_SECONDS:
    'Combien de temps un processus qui doit s’arrêter prend encore des requêtes, pendant que /health/ready répond 503, pour qu’un répartiteur ne lui en envoie plus : un peu plus que ce qu’il met à s’en apercevoir.',
  WORK_HEALTH_PORT:
    'Le port, à HOST, où un processus « colis work » répond à /health/live et /health/ready ; 0 : aucun.',
  PUBLIC_URL:
    'L’adresse du service vue de l’extérieur, sans barre à la fin. Obligatoire en production, en https.',
  DATABASE_URL:
    'La base de données : un serveur PostgreSQL (postgres://…) ou plusieurs, dont celui qui écrit sert (postgres://a,b/…), un dossier (file:…), ou la mémoire seule (memory:), qui oublie tout à l’arrêt.',
  DATABASE_POOL_SIZE: 'Combien de connexions au plus chaque processus ouvre vers PostgreSQL.',
  DATABASE_TIMEOUT_MS: 'Combien de temps on attend la base avant d’y renoncer, en millisecondes.',
  DATA_FOLDER:
    'Le dossier des photos et de la clé que le service s’est donnée. Sans réglage : celui de la base, sinon ./data.',
  LOG_LEVEL:
    'À partir de quelle gravité le journal technique écrit. info : les demandes refusées ; warn : les erreurs rattrapées ; error : ce qui demande quelqu’un.',
  SEED_DEMO:
    'Remplir une base vide avec la démonstration : une boutique, sa clé, des villes, des tarifs. Oui par défaut dans le bac à sable, refusé en production.',
  DEFAULT_LANGUAGE: 'La langue de ceux dont le téléphone ou le programme n’en demande aucune des nôtres.',
  TIME_ZONE:
    'Le fuseau horaire de la société. Jours, semaines et mois des comptes, des relevés, des factures, des reversements, des exports et des listes suivent cette heure, quelle que soit la ville. À régler avant la clôture du premier mois.',
  RATE_LIMIT_PER_SECOND: 'Combien de demandes une clé d’API peut faire en une seconde. 0 : sans limite.',
  SHOP_CHANGES_PER_MINUTE:
    'Combien de fois par minute une boutique peut changer ses webhooks et ses adresses, envois d’essai compris. 0 : sans limite.',
  VISITS_PER_SECOND:
    'Combien de pages publiques (pages des clients, connexion) un même réseau peut ouvrir par seconde. Une ville entière partage parfois une seule adresse. 0 : sans limite.',
  STRANGER_MESSAGES_PER_DAY:
    'Combien de codes, de liens et d’invitations partent par jour, par téléphone et par e-mail, vers des personnes qui n’ont pas encore montré qui elles sont : qui ouvre une boutique, veut devenir livreur ou est invité. Au-delà, elles reviennent demain ; qui a un compte entre toujours.',
  STRANGER_MESSAGES_PER_COUNTRY:
    'Combien d’entre eux peuvent aller aux numéros d’un même pays, et combien par e-mail.',
  STRANGER_MESSAGES_PER_NETWORK:
    'Combien d’entre eux un même réseau peut demander (un /24 d’IPv4, un /48 d’IPv6). Beaucoup de clients d’un opérateur partagent le même.',
  REDIS_URL:
    'Un serveur Redis qui compte les demandes pour tous les processus ensemble. Sans lui, chacun compte les siennes.',
  TRUST_PROXY:
    'Les serveurs placés devant le service, que l’on croit quand ils disent d’où vient une demande. Aucun par défaut.',
  SECRETS_KEY:
    'La clé qui protège les secrets, les liens des clients et les sessions. La même partout, obligatoire en production. La changer ferme tout ce qu’elle ouvrait.',
  PHOTO_BUCKET_URL:
    'Où vont les photos des colis, si ce n’est dans le dossier des données : un stockage compatible S3.',
  PHOTOS_PER_HOUR: 'Combien de photos une boutique peut envoyer par heure. 0 : sans limite.',
  PHOTO_MEGABYTES_PER_HOUR:
    'Combien de mégaoctets de photos une boutique peut envoyer par heure. 0 : sans limite.',
  UNUSED_PHOTO_MEGABYTES:
    'Combien de mégaoctets les photos de toutes les boutiques qu’aucune commande n’a utilisées peuvent occuper, dont un quart celles d’une seule ; elles sont supprimées au bout d’un jour. 0 supprime la limite.',
  ROUTING_URL:
    'Un serveur (OSRM) qui mesure les distances par la route. Sans lui : le vol d’oiseau, plus 30 %.',
  MAP_TILE_URL: 'Le fond de carte des pages. Sans lui, on dessine le contour des quartiers.',
  MAP_ARCHIVE:
    'Un fichier PMTiles sur cette machine, avec les rues en images ou en tracés, servi aux cartes sous /map/{z}/{x}/{y}. Sans MAP_TILE_URL.',
  MAP_TILE_ATTRIBUTION: 'La mention que le fond de carte demande d’afficher.',
  WEBHOOK_ALLOW_INSECURE:
    'Laisser les webhooks partir sans chiffrement et vers n’importe quelle adresse : pour un essai sur son propre poste. Refusé en production.',
  WEBHOOK_ALLOW_RANGES: 'Les réseaux privés que les webhooks peuvent tout de même appeler.',
  TRUST_OPERATOR_NETWORKS:
    'Les seuls réseaux d’où les pages d’exploitation s’ouvrent. Sans réglage : de partout.',
  OPERATOR_SECOND_FACTOR:
    'Exiger un second facteur pour ces pages : qui n’en a pas ne voit que la page où l’ajouter.',
  DNS_SERVERS: 'Les serveurs de noms que les webhooks interrogent. Sans réglage : ceux de la machine.',
  PUSH_HOSTS:
    'Les services qui peuvent faire sonner le téléphone d’un livreur. Sans réglage : tous ceux qui sont publics.',
  WHATSAPP_TOKEN:
    'Le jeton d’accès à WhatsApp, par lequel clients et livreurs sont prévenus. Les quatre premiers réglages WHATSAPP vont ensemble.',
  WHATSAPP_PHONE_NUMBER_ID:
    'L’identifiant, chez Meta, du numéro d’où partent les messages. Ce n’est pas le numéro lui-même.',
  WHATSAPP_APP_SECRET: 'Le secret de l’application Meta : il signe ce que WhatsApp nous rapporte.',
  WHATSAPP_VERIFY_TOKEN:
    'Un mot de votre choix, donné aussi à Meta quand on y inscrit l’adresse /whatsapp/webhook.',
  WHATSAPP_API_URL: 'L’adresse de l’API de WhatsApp, avec sa version.',
  SMS_PROVIDER:
    'Qui envoie les SMS : à ceux qui ne sont pas sur WhatsApp, et à tous les téléphones si WhatsApp n’est pas réglé. PUBLIC_URL compte alors 40 caractères au plus, pour qu’un message tienne en un SMS.',
  SMS_SENDER:
    'De qui viennent les SMS : un nom de 11 lettres au plus, accepté par le fournisseur, un numéro, ou un service d’envoi de Twilio (MG…). Obligatoire avec twilio.',
  AFRICASTALKING_USERNAME:
    'Le nom de l’application chez Africa’s Talking ; sandbox pour les essais, refusé en production. Va avec AFRICASTALKING_API_KEY.',
  AFRICASTALKING_API_KEY: 'La clé d’API de cette application.',
  AFRICASTALKING_REPORT_WORD:
    'Un mot au hasard, à la fin de l’adresse où Africa’s Talking dit ce que devient chaque SMS : PUBLIC_URL/sms/africastalking/MOT. Sans lui, rien n’est reçu.',
  TWILIO_ACCOUNT_SID: 'L’identifiant du compte chez Twilio. Va avec TWILIO_AUTH_TOKEN.',
  TWILIO_AUTH_TOKEN: 'Le jeton de ce compte ; il signe aussi ce que Twilio nous rapporte.',
  SMS_API_URL: 'L’adresse de l’API du fournisseur de SMS.',
  SMTP_URL: 'Le serveur qui envoie les e-mails aux boutiques. Va avec MAIL_FROM.',
  MAIL_FROM: 'De qui viennent les e-mails.',
  OPERATOR_ALERT_EMAILS:
    'Jusqu’à dix adresses qui reçoivent toutes les alertes, en plus des exploitants qui les veulent.',
  ALERT_NO_COURIER_MINUTES:
    'Au bout de combien de minutes sans qu’aucun livreur d’une ville accepte un colis qui attend vous êtes alertés.',
  ALERT_WEBHOOK_MINUTES:
    'À partir de quel retard, en minutes, un webhook qui n’arrive pas déclenche une alerte.',
  ALERT_DISK_FREE_PERCENT:
    'En dessous de quelle part de disque libre une alerte part, pour le disque des données.',
  ALERT_REPEAT_HOURS: 'Au bout de combien d’heures une alerte toujours ouverte est envoyée de nouveau.',
  SUPPORT_EMAIL: 'L’adresse où les développeurs des boutiques vous écrivent.',
  SUPPORT_URL: 'La page où les développeurs des boutiques trouvent de l’aide.',
  SUPPORT_PHONE:
    'Le numéro que vos livreurs et vos clients appellent, ou joignent par WhatsApp, quand quelque chose ne va pas, avec l’indicatif.',
  DEV_OUTBOX_OPEN:
    'Ouvrir aux autres machines la boîte où un bac à sable garde ses messages : qui l’atteint lit les codes et les liens. Refusé en production.',
  LOCATION_DEADLINE_MINUTES:
    'Combien de minutes le client a pour dire où il est. Ensuite, la livraison expire.',
  COURIER_DEADLINE_MINUTES: 'Combien de minutes on cherche un livreur. Ensuite, la livraison expire.',
  COURIER_SEARCH_RADIUS_METERS:
    'Jusqu’à quelle distance de la boutique on sollicite des livreurs au premier tour, en mètres.',
  COURIER_OFFERS_PER_ROUND:
    'Combien de livreurs on sollicite au premier tour, les plus proches d’abord. Jamais plus de 50 ensuite.',
  COURIER_ROUND_GROWTH_PERCENT:
    'De combien chaque tour va plus loin et sollicite plus de livreurs que le précédent, en pour cent.',
  COURIER_ROUND_SECONDS: 'Combien de secondes séparent deux tours, tant que personne n’a accepté.',
  COURIER_OFFER_SECONDS: 'Combien de secondes un livreur a pour accepter une course.',
  COURIER_POSITION_SECONDS:
    'À partir de quel âge, en secondes, la position d’un livreur est trop vieille pour le solliciter.',
  COURIER_PAY_PERCENT:
    'La part du prix de la course qui revient au livreur, avant remises. Une règle de paie passe devant.',
  ARRIVAL_NOTICE_MINUTES:
    'À combien de minutes de sa porte le client est prévenu, une fois, que le livreur arrive ; 0 pour jamais.',
  PICKUP_WAIT_MINUTES:
    'Combien de minutes un livreur attend devant une boutique fermée ou un colis pas prêt avant que l’attente soit gagnée.',
  PICKUP_WAIT_FEE_FCFA:
    'Ce que la boutique paie au livreur pour cette attente. 0 : l’attente ne rapporte rien.',
  HANDOVER_PROOF:
    'Ce qu’un livreur doit avoir fait avant de signaler une remise impossible, séparé par des virgules : CALL (appeler le client), WAIT (attendre cinq minutes sur place), PHOTO (photographier le lieu). Vide : rien. Un client présent, qui refuse par exemple, n’a pas à être appelé ni attendu.',
  LATE_COURIER_MINUTES: 'Au bout de combien de minutes sans livreur le tableau signale un retard.',
  LATE_TO_SHOP_MINUTES:
    'Au bout de combien de minutes un livreur attendu à la boutique est signalé en retard.',
  LATE_AT_SHOP_MINUTES: 'Au bout de combien de minutes d’attente à la boutique le tableau signale un retard.',
  LATE_ON_THE_WAY_MINUTES:
    'Au bout de combien de minutes un colis en route vers le client est signalé en retard.',
  LATE_PAYMENT_MINUTES: 'Au bout de combien de minutes un paiement qui manque, colis en route, est signalé.',
  LATE_RETURN_MINUTES:
    'Au bout de combien de minutes un colis qui n’est pas revenu à sa boutique est signalé.',
  MOBILE_MONEY_PROVIDER:
    'Qui fait circuler l’argent mobile pour les numéros que MOBILE_MONEY_ROUTES ne nomme pas : paiements des clients, reversements et remboursements. simulated, l’essai du bac à sable, est refusé en production.',
  MOBILE_MONEY_ROUTES:
    'Quel fournisseur sert quels numéros, selon leur début ; le début le plus long l’emporte : +22901=mtn,+2290195=fedapay:moov,+221=wave. Après fedapay vient le nom que FedaPay donne à l’opérateur ; sans lui, les clients paient sur la page de FedaPay et rien n’est reversé. Vide : selon l’opérateur du numéro, avec les fournisseurs qui ont leurs identifiants.',
  MOBILE_MONEY_LIMITS:
    'Ce qu’un paiement peut valoir chez un fournisseur dans un pays, en FCFA, si votre contrat dit autre chose que les règles des banques centrales : fedapay:BJ=100-300000,mtn:CM=100-1000000.',
  MTN_TARGET_ENVIRONMENT:
    'Quel MTN sert : mtnbenin, mtnivorycoast, mtncameroon, etc., ou sandbox. Va avec les trois réglages de MTN_COLLECTION. sandbox est refusé en production ; tout autre est refusé dans un bac à sable, sauf si MTN_API_URL mène à cette machine.',
  MTN_COLLECTION_SUBSCRIPTION_KEY:
    'La clé, primaire ou secondaire, de l’abonnement au produit Collection de MTN.',
  MTN_COLLECTION_API_USER: 'L’utilisateur d’API pour Collection, un UUID du portail partenaire de MTN.',
  MTN_COLLECTION_API_KEY: 'La clé d’API de cet utilisateur.',
  MTN_DISBURSEMENT_SUBSCRIPTION_KEY:
    'La clé de l’abonnement au produit Disbursement de MTN, qu’il faut pour reverser et rembourser. Les trois réglages de MTN_DISBURSEMENT vont ensemble.',
  MTN_DISBURSEMENT_API_USER: 'L’utilisateur d’API pour Disbursement.',
  MTN_DISBURSEMENT_API_KEY: 'La clé d’API de cet utilisateur.',
  MTN_CALLBACKS:
    'Si MTN annonce à PUBLIC_URL la fin d’un ordre. Déclarez d’abord le nom d’hôte de PUBLIC_URL chez MTN : avec un autre, il refuse chaque ordre. Sans cela, l’état des ordres est demandé régulièrement.',
  MTN_API_URL:
    'Où se trouve l’API de MTN MoMo. Par défaut : https://sandbox.momodeveloper.mtn.com pour sandbox, sinon https://proxy.momoapi.mtn.com.',
  FEDAPAY_SECRET_KEY:
    'La clé secrète du compte FedaPay. Une clé du bac à sable est refusée en production ; une clé réelle est refusée dans un bac à sable, sauf si FEDAPAY_API_URL mène à cette machine.',
  FEDAPAY_WEBHOOK_SECRET:
    'Le secret du webhook que FedaPay appelle à PUBLIC_URL/mobile-money/fedapay. Sans lui, l’état des ordres est demandé régulièrement.',
  FEDAPAY_API_URL:
    'Où se trouve l’API de FedaPay, avec sa version. Par défaut : https://api.fedapay.com/v1, ou https://sandbox-api.fedapay.com/v1 pour une clé du bac à sable.',
  WAVE_API_KEY:
    'La clé du compte Wave Business, avec le droit d’encaisser, de payer et de lire le solde. Une clé d’essai, wave_…_test_…, est refusée en production ; toute autre est refusée dans un bac à sable, sauf si WAVE_API_URL mène à cette machine.',
  WAVE_WEBHOOK_SECRET:
    'Le secret de signature du webhook que Wave appelle à PUBLIC_URL/mobile-money/wave. Sans lui, l’état des ordres est demandé régulièrement.',
  WAVE_API_URL: 'Où se trouve l’API de Wave. Par défaut : https://api.wave.com.',
  PAYOUT_HOUR:
    'L’heure, à l’horloge de TIME_ZONE, à laquelle partent les reversements du jour ou de la semaine.',
  PAYOUT_WEEKDAY: 'Le jour où partent les reversements de la semaine. MONDAY est lundi, FRIDAY vendredi.',
  PAYOUT_MAXIMUM_FCFA:
    'Le plus grand montant d’un seul versement, car les opérateurs et les portefeuilles ont un plafond ; le reste part dans les suivants. FedaPay accepte 1 000 000.',
  COURIER_PAYOUTS:
    'Quand les livreurs reçoivent ce qu’ils ont gagné, sur leur propre numéro. MANUAL : des personnes les paient, et le notent à la page des versements.',
  COURIER_PAYOUT_MINIMUM_FCFA:
    'À partir de quel montant un livreur est payé ; ce qui est en dessous attend la fois suivante.',
  PAYMENT_DEADLINE_MINUTES:
    'Combien de minutes un client a pour répondre à une demande de paiement. On peut la refaire ensuite.',
  COMPANY_NAME: 'La raison sociale de la société, telle qu’elle figure sur les factures aux boutiques.',
  COMPANY_ADDRESS: 'L’adresse de la société, telle qu’elle figure sur les factures.',
  COMPANY_RCCM: 'Le numéro RCCM de la société, tel qu’il figure sur les factures.',
  COMPANY_TAX_ID: 'Le numéro fiscal de la société (IFU, NIF ou NINEA), tel qu’il figure sur les factures.',
  VAT_RATE:
    'La TVA comprise dans les prix, en centièmes de pour cent : 1800 pour 18 %. 0 : pas de TVA, et VAT_EXEMPTION dit pourquoi.',
  VAT_EXEMPTION: 'Pourquoi les factures sont sans TVA, dans les termes que la loi demande d’y écrire.',
  FISCAL_DEVICE:
    'L’administration qui normalise factures, avoirs et reçus : EMECEF (e-MECeF du Bénin) ou FNE (Côte d’Ivoire). Il faut aussi FISCAL_URL et FISCAL_TOKEN.',
  FISCAL_URL:
    'L’adresse de l’API de FISCAL_DEVICE : jusqu’à /api pour l’e-MECeF, jusqu’à /ws pour la FNE, telle que l’administration l’a donnée. Un bac à sable n’accepte que son adresse d’essai, ou cette machine.',
  FISCAL_TOKEN: 'Le jeton (e-MECeF) ou la clé d’API (FNE) de la société. Va avec FISCAL_URL.',
  FISCAL_RECEIPTS:
    'Si les reçus des courses payées par les clients sont normalisés aussi, un par course. Par défaut : oui avec un FISCAL_DEVICE.',
  FISCAL_TAX_GROUP:
    'Le groupe de taxe de toutes les lignes. Par défaut : B (e-MECeF) ou TVA (FNE), et sans VAT_RATE A ou TVAD.',
  FISCAL_POINT_OF_SALE: 'Le point de vente tel qu’il s’appelle sur la plateforme FNE, qui le demande.',
  FISCAL_ESTABLISHMENT: 'L’établissement tel qu’il s’appelle sur la plateforme FNE, qui le demande.',
  FISCAL_EMAIL: 'L’adresse e-mail donnée à la FNE quand l’acheteur n’en a pas : celle de la société.',
}
