export const agesText = {
  today: 'aujourd’hui',
  yesterday: 'hier',
  daysAgo: (n: number): string => `il y a ${n} jours`,
  weeksAgo: (n: number): string => `il y a ${n} semaines`,
  yearsAgo: (n: number): string => `il y a ${n} ${n > 1 ? 'ans' : 'an'}`,
} as const
