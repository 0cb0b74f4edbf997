import { paths } from '../../app/paths.ts'
import { login } from '../../app/session-actions.ts'
import { loginText } from '../../text/login.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LoginForm } from './login-form.tsx'
import { useAuthTitle } from './use-auth-title.ts'

const enter = ({ mail, password }: { mail: string; password: string }): Promise<void> => login({ MAIL: mail, password })

/** `/login/manager`: the staff's login; then the page they wanted, or the dashboard. */
export function LoginScreen() {
  useAuthTitle(loginText.title)
  return (
    <AuthLayout area="manager">
      <LoginForm title={loginText.title} enter={enter} home={paths.manager.href()} />
    </AuthLayout>
  )
}
