import type { Language } from '../../../../../base/kernel/language.ts'

const fr = {
  title: 'Journal comptable',
  lead: 'Les écritures d’un mois pour le logiciel de votre comptable, équilibrées au franc près. Un mois qui n’est pas clos peut encore changer.',
  month: 'Mois',
  format: 'Logiciel',
  currency: 'Monnaie',
  submit: 'Télécharger le fichier CSV',
  accounts: 'Plan de comptes',
  accountsLead:
    'À régler une fois avec votre comptable. Les comptes proposés sont ceux du SYSCOHADA révisé. Les fichiers déjà téléchargés ne changent pas.',
  journal: 'Code du journal',
  proposed: (account: string) => `Proposé : ${account}`,
  asKind: 'Vide : comme les autres opérateurs',
  wrong: 'Écrivez 2 à 13 chiffres et lettres.',
  underWay: (month: string) => `${month} (en cours)`,
  save: 'Enregistrer les comptes',
  done: { saved: 'Les comptes sont enregistrés.' } as Readonly<Record<string, string>>,
}

const en: typeof fr = {
  title: 'Accounting journal',
  lead: 'The entries of a month for your accountant’s program, balanced to the franc. A month that is not closed may still change.',
  month: 'Month',
  format: 'Program',
  currency: 'Currency',
  submit: 'Download the CSV file',
  accounts: 'Plan of accounts',
  accountsLead:
    'Set it once with your accountant. What is proposed is of the revised SYSCOHADA. Files that were downloaded do not change.',
  journal: 'Code of the journal',
  proposed: (account) => `Proposed: ${account}`,
  asKind: 'Empty: as the other providers',
  wrong: 'Write 2 to 13 digits and letters.',
  underWay: (month) => `${month} (not over)`,
  save: 'Save the accounts',
  done: { saved: 'The accounts are saved.' },
}

export const journalWording: Record<Language, typeof fr> = { fr, en }
