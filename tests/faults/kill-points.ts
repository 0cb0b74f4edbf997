/** Header that names the point of the request at which killable-server.ts kills itself. */
export const KILL_HEADER = 'x-kill'

export const KILL_POINTS = ['on-arrival', 'before-commit', 'after-commit', 'mid-answer'] as const
export type KillPoint = (typeof KILL_POINTS)[number]
