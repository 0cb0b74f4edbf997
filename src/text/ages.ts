export const agesText = {
  today: 'aujourd’hui',
  yesterday: 'hier',
  daysAgo: (n: number): string => `il y a ${n} jours`,
  weeksAgo: (n: number): string => `il y a ${n} semaines`,
} as const
