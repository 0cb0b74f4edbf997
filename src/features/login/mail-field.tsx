import { TextInput, type TextInputProps } from '@mantine/core'
import { loginText } from '../../text/login.ts'

/** The mail address of an account, marked so that phones and password managers can fill it in. */
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
