import { useMediaQuery } from '@mantine/hooks'

/** From this width up the layout is the desktop's (drawer beside the content, modals instead of sheets). */
export const DESKTOP = '(min-width: 62em)'

/** From this width up, with the drawer open, the content has 1100 px: room for two parts beside each other. */
const ROOMY = '(min-width: 84em)'

/** True where two parts of a screen fit beside each other. */
export const useRoomy = (): boolean => useMediaQuery(ROOMY, undefined, { getInitialValueInEffect: false }) ?? false

/** True on the desktop layout. */
export const useDesktop = (): boolean => useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false }) ?? false
