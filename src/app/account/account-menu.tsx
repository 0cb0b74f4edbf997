import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../data/session/session.tsx'
import { useLater } from '../../ui/hooks/use-later.ts'
import { AccountButton } from './account-button.tsx'

const load = () => import('./account-panel.tsx')
const AccountPanel = lazy(async () => ({ default: (await load()).AccountPanel }))
const preload = (): void => void load().catch(() => undefined)

/** My name, roles and agency, and the device's settings (TEN-07). Only the button, until it is first pressed. */
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
