import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core'

/** Company colour when the company has none. A test compares it with the schema's constant (importing that would load the schema library on the login page). */
export const DEFAULT_COMPANY_COLOR = '#BD1734'

/** Index 7 on white is 6.1:1; Mantine's own green.9 fails AA. */
const vert: MantineColorsTuple = [
  '#eef7f0',
  '#dcefe0',
  '#b7dfc0',
  '#8fcd9d',
  '#6bbc7e',
  '#48a560',
  '#2f8a47',
  '#237032',
  '#1b5a28',
  '#13421d',
]
/** Secondary: grey-blue. */
const ardoise: MantineColorsTuple = [
  '#f3f5f8',
  '#e6eaef',
  '#cdd5de',
  '#b0bccb',
  '#93a3b6',
  '#778aa1',
  '#5f7389',
  '#4a5d73',
  '#3a4a5d',
  '#2a3747',
]
/** Error: dark red. */
const rouge: MantineColorsTuple = [
  '#fdf0f0',
  '#f9dcdc',
  '#f0b6b6',
  '#e68e8e',
  '#dd6a6a',
  '#cf4747',
  '#bf3030',
  '#a31d1d',
  '#861616',
  '#661010',
]
/** Neutral greys of the dark theme, a touch of blue; 2 on 7 is 7:1. */
const dark: MantineColorsTuple = [
  '#d9dee4',
  '#bcc4cd',
  '#9aa5b1',
  '#6f7b88',
  '#353c45',
  '#2a3038',
  '#22272e',
  '#181c21',
  '#121519',
  '#0d0f12',
]

/** A dialog's `<header>` would count as a second banner of the page. */
const NO_BANNER = { header: { role: 'presentation' } }

export const theme = createTheme({
  primaryColor: 'vert',
  primaryShade: { light: 7, dark: 7 },
  colors: { vert, ardoise, rouge, dark },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  // In rem: the size of text that somebody has chosen in the browser applies.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.35', xl: '1.25' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // 44 px targets: a phone is used with one hand, in gloves.
    Button: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 150 }, attributes: NO_BANNER } },
    Drawer: { defaultProps: { transitionProps: { duration: 180 }, attributes: NO_BANNER } },
    // The library's placeholder for the focus is a child that a menu may not have (ARIA): the first entry has the focus.
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'sm', withInitialFocusPlaceholder: false } },
  },
})

/** The dark switch belongs to the device; until it is touched, the system decides. public/theme.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'lolapp.theme' })
