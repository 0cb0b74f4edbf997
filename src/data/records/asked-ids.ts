/** One text for the same ids, whatever their order. */
export const askedIds = (ids: readonly (string | null | undefined)[]): string =>
  [...new Set(ids.filter(Boolean))].sort().join(' ')
