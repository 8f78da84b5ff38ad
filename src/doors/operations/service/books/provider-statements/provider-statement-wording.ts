import type { Language } from '../../../../../base/kernel/language.ts'
import type {
  DifferenceKind,
  SettlementAccount,
} from '../../../../../domain/statements/reconciling/difference.ts'
import type { ProviderColumn } from '../../../../../domain/statements/reconciling/provider-columns.ts'
import type { RowFault } from '../../../../../domain/statements/reconciling/provider-file.ts'
import type { RemovalRefusal } from '../../../../../domain/statements/reconciling/statement-removal-store.ts'
import type { BulkTextFault } from '../../../../workspace/bulk-text.ts'

const fr = {
  title: 'Relevés des opérateurs',
  lead: 'Importez le relevé d’un opérateur de mobile money : chaque ligne est comparée avec les comptes, et chaque écart se règle par une écriture qui dit pourquoi.',
  floats: 'Ce que chaque opérateur détient d’après les comptes',
  noFloat: 'Les comptes n’ont encore rien chez un opérateur.',
  none: 'Aucun relevé importé.',
  import: 'Importer un relevé',
  provider: 'Opérateur',
  closing: 'Solde après la dernière ligne',
  closingHint: 'Facultatif, en FCFA. Il sera comparé avec les comptes.',
  file: 'Fichier CSV, 1 Mo et 10 000 lignes au plus',
  next: 'Choisir les colonnes',
  choose: {
    title: 'Colonnes du relevé',
    lead: (rows: string) =>
      `Lignes lues : ${rows}. Dites quelle colonne dit quoi ; la date, une référence et un montant sont nécessaires.`,
    absent: 'Absente',
    allOutgoing: 'Tout est sorti',
    columns: {
      date: 'Date et heure',
      reference: 'Référence de l’opérateur',
      otherReference: 'Notre référence',
      type: 'Type (entrée ou sortie)',
      amount: 'Montant avant frais',
      net: 'Montant net',
      fee: 'Frais',
      outgoingFee: 'Frais des sorties',
      status: 'Statut',
      currency: 'Monnaie',
    } satisfies Record<ProviderColumn, string>,
    hint: 'Sans colonne de type, un montant négatif est une sortie ; si le fichier n’a que des sorties, dites « Tout est sorti ». Le montant net est ce dont le solde a changé : quand il est là, les frais sont la différence. Les lignes dont le statut n’est pas un succès sont laissées de côté.',
    once: 'Vérifiez « Notre référence », par laquelle les lignes se retrouvent dans les comptes : un fichier s’importe une seule fois. Un import se retire tant qu’aucune de ses lignes n’est réglée.',
    submit: 'Importer',
    again: 'Choisir un autre fichier',
  },
  faults: {
    MISSING: 'Choisissez un fichier.',
    NO_PROVIDER: 'Choisissez un opérateur de la liste.',
    BALANCE: 'Le solde est un nombre entier de francs.',
    EMPTY: 'Ce fichier est vide.',
    TOO_LARGE: 'Ce fichier est trop grand : 1 Mo au plus.',
    NOT_TEXT: 'Ce fichier n’est pas un fichier CSV.',
    QUOTES_UNCLOSED: 'Un guillemet n’est pas refermé dans ce fichier.',
    TOO_MANY: 'Ce fichier a plus de 10 000 lignes : importez-le en plusieurs parties.',
    NO_ROW: 'Ce fichier n’a aucune ligne à importer sous ses titres.',
    COLUMNS: 'Il faut la date, une référence et un montant, chacun dans une autre colonne.',
  } satisfies Record<
    BulkTextFault | 'MISSING' | 'NO_PROVIDER' | 'BALANCE' | 'TOO_MANY' | 'NO_ROW' | 'COLUMNS',
    string
  >,
  rowFault: (row: number, what: string, text: string) =>
    text === '' ? `Ligne ${row} : ${what}` : `Ligne ${row} : ${what} (« ${text} »)`,
  rowFaults: {
    DATE: 'la date ne se lit pas',
    AMOUNT: 'le montant n’est pas un nombre entier de francs',
    FEE: 'les frais ne sont pas un nombre entier de francs',
    TYPE: 'on ne sait pas si c’est une entrée ou une sortie',
    STATUS: 'ce statut n’est pas connu',
    REFERENCE: 'la référence manque ou est trop longue',
    CURRENCY: 'c’est une autre monnaie',
  } satisfies Record<RowFault, string>,
  span: (from: string, to: string, rows: string) => `Du ${from} au ${to} · lignes : ${rows}`,
  confirmed: 'Solde confirmé',
  agreed: (compared: string) => `Tout concorde. Opérations comparées : ${compared}.`,
  otherBalance: (compared: string) =>
    `Les opérations concordent, mais pas le solde. Opérations comparées : ${compared}.`,
  differing: (open: string, compared: string) =>
    `Écarts à régler : ${open}. Opérations comparées : ${compared}.`,
  future: (last: string) =>
    `La dernière ligne de ce fichier est datée du ${last}. Si c’est une erreur, retirez cet import, corrigez le fichier et importez-le à nouveau.`,
  balance: {
    said: 'Solde d’après l’opérateur',
    booked: 'Solde d’après les comptes, au même moment',
    gap: 'Écart',
    openSum: 'Écarts à régler',
  },
  gapHint:
    'Il manque aux comptes un relevé d’avant celui-ci, ou ce que l’opérateur détenait avant eux. Importez ce relevé, ou un fichier d’une seule ligne pour ce montant, datée d’avant, et réglez-la.',
  noBalance: 'Aucun solde n’a été donné avec ce fichier.',
  confirm: 'Confirmer ce solde',
  confirmHint: 'Ensuite, la vérification des comptes part de ce solde.',
  kinds: {
    NOT_IN_BOOKS: 'Au relevé, pas dans les comptes',
    NOT_IN_STATEMENT: 'Dans les comptes, pas au relevé',
    OTHER_AMOUNT: 'Un autre montant',
    OTHER_FEE: 'D’autres frais',
    FOUND_LATER: 'Réglé, puis retrouvé',
  } satisfies Record<DifferenceKind, string>,
  said: (amount: string) => `relevé ${amount}`,
  booked: (amount: string) => `comptes ${amount}`,
  nothing: 'rien',
  settle: 'Régler',
  into: 'Porter au compte',
  accounts: { SUSPENSE: 'En attente d’explication', PROVIDER_FEES: 'Frais de l’opérateur' } satisfies Record<
    SettlementAccount,
    string
  >,
  reason: 'Pourquoi',
  settled: (amount: string, reason: string) => `Réglé : ${amount}. ${reason}`,
  more: (shown: number) => `Seuls ${shown} sont ici : réglez ceux-ci pour voir les suivants.`,
  removal: {
    summary: 'Retirer cet import',
    lead: (rows: string, from: string, to: string) =>
      `Lignes à retirer : ${rows}, du ${from} au ${to}. Elles ne seront plus comparées ; les comptes ne changent pas, et le même fichier peut être importé à nouveau.`,
    others: 'Ses autres lignes sont aussi dans un import d’avant, et restent.',
    submit: 'Retirer ces lignes',
    refusals: {
      CONFIRMED: 'Cet import ne se retire plus : son solde est confirmé.',
      SETTLED: 'Cet import ne se retire plus : un écart d’une de ses lignes est réglé.',
      SHARED: 'Un fichier importé après celui-ci a des lignes en commun avec lui : retirez-le d’abord.',
    } satisfies Record<RemovalRefusal, string>,
  },
  done: {
    imported: 'Le relevé est importé.',
    known:
      'Ce fichier avait déjà été importé : rien n’a changé. Pour l’importer autrement, retirez d’abord cet import, en bas de cette page.',
    removed: 'L’import est retiré : ses lignes ne sont plus comparées.',
    settled: 'L’écart est réglé.',
    confirmed: 'Le solde est confirmé.',
  } as Readonly<Record<string, string>>,
}

const en: typeof fr = {
  title: 'Statements of providers',
  lead: 'Import the statement of a mobile-money provider: each row is compared with the books, and each difference is settled by a posting that says why.',
  floats: 'What lies with each provider by the books',
  noFloat: 'Nothing lies with a provider by the books yet.',
  none: 'No statement was imported.',
  import: 'Import a statement',
  provider: 'Provider',
  closing: 'Balance after the last row',
  closingHint: 'Optional, in FCFA. It is compared with the books.',
  file: 'CSV file, at most 1 MB and 10,000 rows',
  next: 'Choose the columns',
  choose: {
    title: 'Columns of the statement',
    lead: (rows) =>
      `Rows read: ${rows}. Say which column tells what; the date, a reference and an amount are needed.`,
    absent: 'Absent',
    allOutgoing: 'All of it left',
    columns: {
      date: 'Date and time',
      reference: 'Reference of the provider',
      otherReference: 'Our reference',
      type: 'Type (in or out)',
      amount: 'Amount before the fee',
      net: 'Net amount',
      fee: 'Fee',
      outgoingFee: 'Fee of what left',
      status: 'Status',
      currency: 'Currency',
    },
    hint: 'Without a column of the type, a negative amount went out; of a file that has nothing else, say “All of it left”. The net amount is what the balance changed by: where it is told, the fee follows from it. Rows that did not succeed are left out.',
    once: 'Check “Our reference”, by which rows are found in the books: a file is imported only once. An import can be removed while none of its rows is settled.',
    submit: 'Import',
    again: 'Choose another file',
  },
  faults: {
    MISSING: 'Choose a file.',
    NO_PROVIDER: 'Choose a provider from the list.',
    BALANCE: 'The balance is a whole number of francs.',
    EMPTY: 'This file is empty.',
    TOO_LARGE: 'This file is too large: at most 1 MB.',
    NOT_TEXT: 'This file is no CSV file.',
    QUOTES_UNCLOSED: 'A quote is not closed in this file.',
    TOO_MANY: 'This file has more than 10,000 rows: import it in parts.',
    NO_ROW: 'This file has no row to import below its headers.',
    COLUMNS: 'The date, a reference and an amount are needed, each in a column of its own.',
  },
  rowFault: (row, what, text) => (text === '' ? `Row ${row}: ${what}` : `Row ${row}: ${what} (“${text}”)`),
  rowFaults: {
    DATE: 'the date cannot be read',
    AMOUNT: 'the amount is no whole number of francs',
    FEE: 'the fee is no whole number of francs',
    TYPE: 'whether it came in or went out is not known',
    STATUS: 'this status is not known',
    REFERENCE: 'the reference is missing or too long',
    CURRENCY: 'this is another currency',
  },
  span: (from, to, rows) => `From ${from} to ${to} · rows: ${rows}`,
  confirmed: 'Balance confirmed',
  agreed: (compared) => `Everything agrees. Operations compared: ${compared}.`,
  otherBalance: (compared) => `The operations agree, but not the balance. Operations compared: ${compared}.`,
  differing: (open, compared) => `Differences to settle: ${open}. Operations compared: ${compared}.`,
  future: (last) =>
    `The last row of this file is dated ${last}. If that is a mistake, remove this import, correct the file and import it anew.`,
  balance: {
    said: 'Balance by the provider',
    booked: 'Balance by the books, at that moment',
    gap: 'Difference',
    openSum: 'Differences to settle',
  },
  gapHint:
    'The books lack a statement from before this one, or what the provider held before them. Import that statement, or a file with a single row of this amount, dated before, and settle it.',
  noBalance: 'No balance was given with this file.',
  confirm: 'Confirm this balance',
  confirmHint: 'From then on the proof of the books begins with this balance.',
  kinds: {
    NOT_IN_BOOKS: 'In the statement, not in the books',
    NOT_IN_STATEMENT: 'In the books, not in the statement',
    OTHER_AMOUNT: 'Another amount',
    OTHER_FEE: 'Another fee',
    FOUND_LATER: 'Settled, then found',
  },
  said: (amount) => `statement ${amount}`,
  booked: (amount) => `books ${amount}`,
  nothing: 'nothing',
  settle: 'Settle',
  into: 'Book to',
  accounts: { SUSPENSE: 'Waiting for an explanation', PROVIDER_FEES: 'Fees of the provider' },
  reason: 'Why',
  settled: (amount, reason) => `Settled: ${amount}. ${reason}`,
  more: (shown) => `Only ${shown} are here: settle these to see the next.`,
  removal: {
    summary: 'Remove this import',
    lead: (rows, from, to) =>
      `Rows to remove: ${rows}, from ${from} to ${to}. They are compared no more; the books do not change, and the same file can be imported anew.`,
    others: 'Its other rows are in an earlier import too, and stay.',
    submit: 'Remove these rows',
    refusals: {
      CONFIRMED: 'This import cannot be removed any more: its balance is confirmed.',
      SETTLED: 'This import cannot be removed any more: a difference of one of its rows is settled.',
      SHARED: 'A file that was imported after this one has rows in common with it: remove that one first.',
    },
  },
  done: {
    imported: 'The statement is imported.',
    known:
      'This file was imported before: nothing changed. To import it otherwise, first remove this import, at the bottom of this page.',
    removed: 'The import is removed: its rows are compared no more.',
    settled: 'The difference is settled.',
    confirmed: 'The balance is confirmed.',
  },
}

export const providerStatementWording: Record<Language, typeof fr> = { fr, en }
