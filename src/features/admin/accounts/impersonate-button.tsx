import { IconUserShield } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { accountsText } from '../../../text/admin/accounts.ts'
import { paths } from '../../../ui/navigation/paths.ts'
import { type ImpersonationTarget, impersonate } from './impersonation.ts'

/** Impersonates somebody, and opens their area (AUT-07). */
export function ImpersonateButton({ target }: { target: ImpersonationTarget }) {
  const router = useRouter()
  const enter = async (): Promise<void> => {
    await impersonate(target)
    await router.navigate({ href: paths.root.href() })
  }
  return (
    <ActionButton
      label={accountsText.impersonate}
      of={target.name}
      run={enter}
      leftSection={<IconUserShield size={18} />}
    />
  )
}
