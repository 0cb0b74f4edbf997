import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mayUse } from '../../../schemas/access.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { phoneDigits } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { callApi } from '../../data/api/api.ts'
import { isKey, objectOf } from '../../data/api/shape.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { clientsText } from '../../text/clients.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './client.module.css'

const text = clientsText.sharedNumber

/**
 * Where other clients have this client's number: the office's staff confirms that it is this one's, so that its code opens their space without a
 * proof. It needs the network: nothing is changed on this device.
 */
export function SharedNumber({ client }: { client: LocalRecord<'client'> }) {
  const staff = useStaff()
  const { status } = useSync()
  const { busy, whileBusy } = useBusy()
  const [done, setDone] = useState(false)
  const number = phoneDigits(client.PORTABLE ?? client.TELEPHONE ?? '').slice(0, 20)
  const mayConfirm = mayUse(staff, 'espace.ouvrir')
  const holders = useLiveList('client', mayConfirm && number ? { selector: { CLE_PORTABLE: number } } : null)
  const others = (holders ?? []).filter((one) => one.IDCLIENT !== client.IDCLIENT)
  if (!mayConfirm || others.length === 0) return null

  const confirm = () =>
    whileBusy(async () => {
      const path = `/clients/${encodeURIComponent(client.IDCLIENT)}/confirm_number`
      await callApi(path, objectOf({ IDCLIENT: isKey }), { method: 'POST' })
      setDone(true)
    })
  return (
    <section className={styles.after} aria-label={text.title}>
      <p>{text.told}</p>
      <ul className={styles.holders} aria-label={text.holders}>
        {others.map((one) => (
          <li key={one.IDCLIENT}>
            <Anchor component={Link} to={paths.resource.view('client', one.IDCLIENT)}>
              {[clientEntity.label(one), one.VILLE].filter(Boolean).join(', ')}
            </Anchor>
          </li>
        ))}
      </ul>
      {done ? (
        <p role="status">{text.done}</p>
      ) : (
        <Button
          variant="default"
          disabled={!status.online}
          loading={busy}
          {...(status.online ? {} : { title: text.offline })}
          onClick={() => void confirm()}
        >
          {text.confirm}
        </Button>
      )}
    </section>
  )
}
