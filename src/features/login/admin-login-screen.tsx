import { askAdmin, openAdminSession } from '../../data/session/admin-actions.ts'
import { loginText } from '../../text/login.ts'
import { adminPaths } from '../../ui/navigation/admin-paths.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LoginForm } from './login-form.tsx'
import type { Credentials } from './password-step.tsx'
import { useAuthTitle } from './use-auth-title.ts'

const ask = ({ mail, password }: Credentials) => askAdmin({ email: mail, password })

/** `/login/admin`: on a company's host the server refuses everybody here, with its own message (AUT-06). */
export function AdminLoginScreen() {
  useAuthTitle(loginText.adminTitle)
  return (
    <AuthLayout area="admin">
      <LoginForm
        title={loginText.adminTitle}
        ask={ask}
        open={openAdminSession}
        home={adminPaths.companies.href()}
        admin
      />
    </AuthLayout>
  )
}
