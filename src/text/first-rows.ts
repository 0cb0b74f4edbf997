/** French words of lists that show their first rows and go on. */
export const firstRowsText = {
  first: (shown: string, all: string): string => `Les ${shown} premières lignes sur ${all}.`,
  more: 'Afficher la suite',
  results: (n: number): string => (n === 0 ? 'Aucun résultat' : n === 1 ? '1 résultat' : `${n} résultats`),
  firstResults: (n: number): string => (n === 1 ? 'Le premier résultat' : `Les ${n} premiers résultats`),
} as const
