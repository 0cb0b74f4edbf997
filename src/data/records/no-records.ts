/** The answer to no ids. */
export const NO_RECORDS: ReadonlyMap<string, never> = new Map<string, never>()
