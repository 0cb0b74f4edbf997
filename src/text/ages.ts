export const agesText = {
  today: 'aujourd’hui',
  yesterday: 'hier',
  daysAgo: (n: number): string => `il y a ${n} jours`,
  weeksAgo: (n: number): string => `il y a ${n} semaines`,
  /** @param months of the year that has begun */
  yearsAgo: (n: number, months: number): string =>
    `il y a ${n} ${n > 1 ? 'ans' : 'an'}${months > 0 ? ` et ${months} mois` : ''}`,
} as const
