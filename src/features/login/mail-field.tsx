import { TextInput, type TextInputProps } from '@mantine/core'
import { loginText } from '../../text/login.ts'

/** The address that an account goes by, as phones and password managers know it. */
export function MailField(props: TextInputProps) {
  return (
    <TextInput
      label={loginText.mail}
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      size="md"
      {...props}
    />
  )
}
