import { Menu } from '@mantine/core'
import { IconFileX } from '@tabler/icons-react'
import { useState } from 'react'
import { mayUse } from '../../../schemas/access.ts'
import { isSealed } from '../../../schemas/rules/devis.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { commandeText as text } from '../../text/commande.ts'
import { errorsText } from '../../text/errors.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { CancelOrderSheet } from './cancel-order-sheet.tsx'
import styles from './devis.module.css'

/**
 * « Annuler la commande… » of an order that stands, for the office. Only the server records it: without network the entry can still be pressed, and gives the
 * reason.
 */
export function useCancelOrder(devis: LocalRecord<'devis'>) {
  const staff = useStaff()
  const { online } = useSync().status
  const [open, setOpen] = useState(false)
  const may = mayUse(staff, 'commande.annuler') && isSealed(devis) && devis.REFUSE !== 1
  return {
    item: may ? (
      <Menu.Item
        color="rouge"
        leftSection={<IconFileX size={16} />}
        onClick={() => (online ? setOpen(true) : notices.error(errorsText.offline))}
      >
        {text.open}
        {online ? null : <div className={styles.quiet}>{text.needsNetwork}</div>}
      </Menu.Item>
    ) : null,
    // Stays after the order has ended: it shows the receipt.
    sheet: open ? <CancelOrderSheet devis={devis} onClose={() => setOpen(false)} /> : null,
  }
}
