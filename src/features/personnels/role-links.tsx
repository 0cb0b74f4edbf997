import { Link } from '@tanstack/react-router'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { useLabels, useSession } from '../../data/session/session.tsx'
import { rolesText } from '../../text/roles.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './personnel.module.css'

/** Links from a person to the pages of their roles and their company. */
export function RoleLinks({ roles }: { roles: readonly RoleName[] }) {
  const labels = useLabels().roles
  const { company } = useSession()
  return (
    <div className={styles.below}>
      <Panel title={rolesText.roles}>
        <div className={styles.links}>
          {roles.map((name) => {
            const label = labels.find((one) => one.name === name)
            return (
              <Link key={name} to={paths.role.href(name)} className={styles.link ?? ''}>
                <StateChip label={label?.common_name ?? name} color={label?.color ?? 'grey'} />
              </Link>
            )
          })}
          <Link to={paths.entreprise.href(company.id)} className={styles.link ?? ''}>
            {company.NOM}
          </Link>
        </div>
      </Panel>
    </div>
  )
}
