/** « 0 saisie », « 1 saisie », « 2 saisies ». */
export const many = (n: number, one: string, more: string): string => (n <= 1 ? `${n} ${one}` : `${n} ${more}`)
