import { Button } from '@mantine/core'
import { useState } from 'react'
import * as Type from 'typebox'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { directsCompany } from '../../../schemas/rules/direction.ts'
import { callApi } from '../../data/api/api.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import styles from '../../domain/lists/lists.module.css'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { withReauth } from '../../domain/second-factor/reauth.ts'
import { exportText as text } from '../../text/export.ts'
import { ownCompanyText } from '../../text/own-company.ts'
import { downloadFrom } from '../../ui/format/csv.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Panel } from '../../ui/page/panel.tsx'

const isExport = shapeOf(Type.Object({ url: Type.String() }))

/** The company as one archive (SET-10), for a director of all agencies. The browser saves it as it comes: it may be larger than the memory of the device. */
export function ExportPanel() {
  const { online } = useSync().status
  const allowed = directsCompany(useStaff())
  const [busy, setBusy] = useState(false)
  const order = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirm }))) return
    setBusy(true)
    try {
      const { url } = await withReauth(undefined, () =>
        callApi('/exports', isExport, { method: 'POST', body: {}, ownRefusal: true }),
      )
      downloadFrom(url)
      notices.success(text.started)
    } catch (error) {
      notices.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={text.title}>
      <p className={styles.hint}>{text.hint}</p>
      {allowed ? (
        <div className={styles.choice}>
          <Button variant="default" mih={44} loading={busy} disabled={!online} onClick={() => void order()}>
            {text.ask}
          </Button>
          {online ? null : <span className={styles.hint}>{text.offline}</span>}
        </div>
      ) : (
        <p className={styles.hint}>{ownCompanyText.notAll}</p>
      )}
    </Panel>
  )
}
