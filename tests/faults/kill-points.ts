/** Names the point of a request at which killable-server.ts ends. */
export const KILL_HEADER = 'x-kill'

export const KILL_POINTS = ['on-arrival', 'before-commit', 'after-commit', 'mid-answer'] as const
export type KillPoint = (typeof KILL_POINTS)[number]
