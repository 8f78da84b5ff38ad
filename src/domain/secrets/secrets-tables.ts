declare module '../../base/database/tables.ts' {
  interface Tables {
    former_keys: {
      purpose: string
      fingerprint: string
      sealed_key: string
      kept_at: WrittenOnce
    }
  }
}
