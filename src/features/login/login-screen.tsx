import { askSigned, askStaff, enterStaff } from '../../data/session/session-actions.ts'
import { loginText } from '../../text/login.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LoginForm } from './login-form.tsx'
import type { Credentials } from './password-step.tsx'
import { takeSignedToken } from './signed-link.ts'
import { useAuthTitle } from './use-auth-title.ts'

const ask = ({ mail, password }: Credentials) => askStaff({ MAIL: mail, password })
const askByLink = () => {
  const token = takeSignedToken()
  return token === null ? null : askSigned(token)
}

/** `/login/manager`: the staff's login; then the wanted page, or the dashboard. */
export function LoginScreen() {
  useAuthTitle(loginText.title)
  return (
    <AuthLayout area="manager">
      <LoginForm
        title={loginText.title}
        ask={ask}
        askByLink={askByLink}
        open={enterStaff}
        home={paths.manager.href()}
      />
    </AuthLayout>
  )
}
