import { loginAdmin } from '../../app/admin-actions.ts'
import { adminPaths } from '../../app/admin-paths.ts'
import { loginText } from '../../text/login.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LoginForm } from './login-form.tsx'
import { useAuthTitle } from './use-auth-title.ts'

const enter = ({ mail, password }: { mail: string; password: string }): Promise<void> =>
  loginAdmin({ email: mail, password })

/** `/login/admin`: on a company's host the server refuses everybody here, in the product's own words (AUT-06). */
export function AdminLoginScreen() {
  useAuthTitle(loginText.adminTitle)
  return (
    <AuthLayout area="admin">
      <LoginForm title={loginText.adminTitle} enter={enter} home={adminPaths.companies.href()} />
    </AuthLayout>
  )
}
