import { createTheme } from '@mantine/core'

/** The app's theme, one size larger. */
export const spaceTheme = createTheme({
  components: {
    Button: { defaultProps: { size: 'lg' } },
    TextInput: { defaultProps: { size: 'lg' } },
    Textarea: { defaultProps: { size: 'lg' } },
    NativeSelect: { defaultProps: { size: 'lg' } },
    Checkbox: { defaultProps: { size: 'lg' } },
    Switch: { defaultProps: { size: 'lg' } },
  },
})
