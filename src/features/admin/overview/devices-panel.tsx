import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { adminPaths } from '../../../app/admin-paths.ts'
import { hrefProps } from '../../../components/resource/href-props.ts'
import { Panel, PanelEmpty } from '../../../components/resource/panel.tsx'
import { overviewText as text } from '../../../text/admin-overview.ts'
import { useCompanies } from '../companies/use-company-choice.ts'
import { adminApi } from '../online/admin-api.ts'
import { LoadedView } from '../online/loaded-view.tsx'
import { useLoad } from '../online/use-load.ts'
import { Device } from './answers.ts'
import { ago } from './instants.ts'
import styles from './overview.module.css'

interface Fleet {
  id: string
  name: string
  open: number
  /** The device that has called last; null without any. */
  newest: string | null
}

/** Companies whose devices are counted at once: each is one call. */
const COMPANIES = 12

/** A company's open sessions: how many, and how long ago one of them called. */
export function DevicesPanel() {
  const { data: companies } = useCompanies()
  const asked = (companies ?? []).filter(({ disabled }) => !disabled).slice(0, COMPANIES)
  const fleets = useLoad(`fleets ${asked.map(({ id }) => id).join()}`, (signal) =>
    Promise.all(
      asked.map(async ({ id, NOM }): Promise<Fleet> => {
        const query = { company_id: id, limit: 1, sortBy: 'last_seen_at', sortDesc: true }
        const { data, total = data.length } = await adminApi.list('/admin/devices', Device, { query, signal })
        return { id, name: NOM, open: total, newest: data[0]?.last_seen_at ?? null }
      }),
    ),
  )
  return (
    <Panel
      title={text.devices}
      action={
        <Button component={Link} to={adminPaths.devices.href()} variant="subtle" size="compact-sm">
          {text.seeDevices}
        </Button>
      }
    >
      <LoadedView loaded={fleets}>
        {(all) =>
          all.length === 0 ? (
            <PanelEmpty text={text.noDevice} />
          ) : (
            <ul className={styles.lines}>
              {all.map(({ id, name, open, newest }) => (
                <li key={id} className={styles.line}>
                  <Link {...hrefProps(`${adminPaths.devices.href()}?entreprise=${id}`)} className={styles.link}>
                    {name}
                  </Link>
                  <span className="tabular">{text.fleet(open, newest === null ? null : ago(newest))}</span>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
    </Panel>
  )
}
