/** A month of the books, `YYYY-MM`, in UTC: its bounds, half open; undefined for any other text. */
export function monthBounds(month: string): { from: Date; to: Date } | undefined {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (!year || !number) return undefined
  return {
    from: new Date(Date.UTC(Number(year), Number(number) - 1)),
    to: new Date(Date.UTC(Number(year), Number(number))),
  }
}
