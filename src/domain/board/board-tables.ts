declare module '../../base/database/tables.ts' {
  interface Tables {
    board_views: {
      account_id: string
      name: string
      query: string
      kept_at: Date
    }
  }
}

export {}
