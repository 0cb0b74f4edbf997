import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { mayUse } from '../../../schemas/access.ts'
import { ContactState } from '../../../schemas/contact-block.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { callApi } from '../../data/api/api.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { companyApi } from '../../domain/online/company-api.ts'
import { useReading } from '../../domain/online/use-reading.ts'
import { useMay, useStaff } from '../../domain/personnels/use-staff.ts'
import { contactBlockText as text } from '../../text/contact-block.ts'
import { formatInstant, formatPhone } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './merge.module.css'

const isState = shapeOf(ContactState)

/**
 * On a client whose changed contact keeps them from signing by code: says so, and how they go on. Only the server knows; without network nothing is shown.
 * @param version of the client's record: who restores the former contact ends the block
 */
export function ContactBlockNotice({ id, version }: { id: string; version: number | undefined }) {
  return <Notice key={version} id={id} />
}

function Notice({ id }: { id: string }) {
  const zone = useZone()
  const staff = useStaff()
  const allowed = useMay()
  const { online } = useSync().status
  const path = `/clients/${encodeURIComponent(id)}/coordonnees`
  const reading = useReading(online, (signal) => callApi(path, isState, { ownRefusal: true, silent: true, signal }))
  const { busy, whileBusy } = useBusy()
  const block = reading.known?.BLOCAGE
  if (!block) return null
  const { DEPUIS, JUSQUA, CONTESTE_LE, ANCIEN_NUMERO, ANCIENNE_ADRESSE } = block
  const mayLift = JUSQUA === null && mayUse(staff, 'espace.ouvrir')
  const former = [formatPhone(ANCIEN_NUMERO), ANCIENNE_ADRESSE].filter(Boolean).join(', ')
  const lift = (): Promise<boolean> =>
    whileBusy(async () => {
      if (!(await notices.confirm({ message: text.confirm }))) return
      await companyApi.write('POST', `${path}/confirmer`, { data: ContactState }).finally(reading.again)
      notices.success(CONTESTE_LE === null ? text.untoldLifted : text.lifted)
    })
  const changed = formatInstant(DEPUIS, zone)
  const endless = CONTESTE_LE === null ? text.untold(changed) : text.denied(formatInstant(CONTESTE_LE, zone))
  const said = [
    JUSQUA === null ? endless : text.waits(changed, formatInstant(JUSQUA, zone)),
    ...(former === '' ? [] : [text.former(former)]),
    ...(JUSQUA === null ? [text.todo, mayLift ? text.orLift : text.orOffice] : []),
  ]
  return (
    <section className={`surface ${styles.notice}`} aria-label={text.title}>
      <span className={styles.words}>{said.join(' ')}</span>
      {JUSQUA === null && allowed('update', 'client') ? (
        <Button variant="default" component={Link} {...hrefProps(paths.resource.edit('client', id))}>
          {text.edit}
        </Button>
      ) : null}
      {mayLift ? (
        <Button variant="default" disabled={!online} loading={busy} onClick={() => void lift()}>
          {text.lift}
        </Button>
      ) : null}
    </section>
  )
}
