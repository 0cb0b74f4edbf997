import { resourceText } from '../../text/resource.ts'
import { EMPTY } from '../../text/words.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './role-chips.module.css'

/** Roles by their usual French names. */
export function RoleChips({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return EMPTY
  return (
    <span className={styles.chips}>
      {roles.map((role) => (
        <StateChip key={role} size="sm" label={resourceText.choices.ROLES?.[role] ?? role} color="grey" />
      ))}
    </span>
  )
}
