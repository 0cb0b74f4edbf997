/** Fewest characters of a chosen password; the server has the other rules (server/accounts/password-rules.ts). */
export const MIN_PASSWORD = 12
