import { lazy, Suspense, useState } from 'react'
import { useLater } from '../components/use-later.ts'
import { AccountButton } from './account-button.tsx'
import { useSession } from './session.tsx'

const load = () => import('./account-panel.tsx')
const AccountPanel = lazy(async () => ({ default: (await load()).AccountPanel }))
const preload = (): void => void load().catch(() => undefined)

/** Who I am, with what rights, where, and the device's settings (TEN-07). Until it is first pressed there is the button only. */
export function AccountMenu() {
  const { account } = useSession()
  const [pressed, setPressed] = useState(false)
  useLater(preload)
  const button = <AccountButton person={account.personnel} aria-haspopup="dialog" onClick={() => setPressed(true)} />
  if (!pressed) return button
  return (
    <Suspense fallback={button}>
      <AccountPanel />
    </Suspense>
  )
}
