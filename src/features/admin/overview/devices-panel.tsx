import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { overviewText as text } from '../../../text/admin/overview.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { hrefProps } from '../../../ui/navigation/href-props.ts'
import { Panel, PanelEmpty } from '../../../ui/page/panel.tsx'
import { useCompanies } from '../companies/use-company-choice.ts'
import { adminApi } from '../online/admin-api.ts'
import { Device } from './answers.ts'
import { ago } from './instants.ts'
import styles from './overview.module.css'

interface Fleet {
  id: string
  name: string
  open: number
  /** The device that has called last; null without any. */
  newest: string | null
  /** The oldest last synchronisation of all devices; null where no device has reported one. */
  oldestSync: string | null
}

/** How many companies are counted at the same time: each takes two calls. */
const COMPANIES = 12

/** A company's open sessions: how many, the last call of one, and the oldest synchronisation. */
export function DevicesPanel() {
  const { data: companies } = useCompanies()
  const open = (companies ?? []).filter(({ disabled }) => !disabled)
  const asked = open.slice(0, COMPANIES)
  const fleets = useLoad(`fleets ${asked.map(({ id }) => id).join()}`, (signal) =>
    Promise.all(
      asked.map(async ({ id, NOM }): Promise<Fleet> => {
        const firstBy = (sortBy: 'last_seen_at' | 'synced_at', sortDesc: boolean) =>
          adminApi.list('/admin/devices', Device, { query: { company_id: id, limit: 1, sortBy, sortDesc }, signal })
        const [seen, synced] = await Promise.all([firstBy('last_seen_at', true), firstBy('synced_at', false)])
        const { data, total = data.length } = seen
        const newest = data[0]?.last_seen_at ?? null
        return { id, name: NOM, open: total, newest, oldestSync: synced.data[0]?.synced_at ?? null }
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
              {all.map(({ id, name, open, newest, oldestSync }) => (
                <li key={id} className={styles.line}>
                  <Link {...hrefProps(`${adminPaths.devices.href()}?entreprise=${id}`)} className={styles.link}>
                    {name}
                  </Link>
                  <span className="tabular">
                    {text.fleet(open, newest && ago(newest), oldestSync && ago(oldestSync))}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
      {open.length > asked.length ? <p>{text.firstFleets(asked.length)}</p> : null}
    </Panel>
  )
}
