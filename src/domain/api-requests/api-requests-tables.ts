declare module '../../base/database/tables.ts' {
  interface Tables {
    api_key_uses: {
      shop_id: string
      key_id: string
      used_at: Date
      used_from: string
    }
    api_requests: {
      shop_id: string
      id: string
      requested_at: WrittenOnce
      operation: string
      method: string
      route: string
      status: number
      error_code: string | null
      request_id: string
      key_id: string
      duration_ms: number
      unlogged_before: number
    }
  }
}

export {}
