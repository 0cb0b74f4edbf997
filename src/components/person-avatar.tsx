import styles from './person-avatar.module.css'

export interface AvatarPerson {
  NOM_COMPLET: string | null
  INITIALES: string | null
  PHOTO?: string | null
}

/** A person's photo, or their initials. Decorative: the name stands beside it or in the label of its button. */
export function PersonAvatar({ person, size = 40 }: { person: AvatarPerson; size?: number }) {
  const box = { width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.35)) }
  if (person.PHOTO) return <img className={styles.avatar} style={box} src={person.PHOTO} alt="" />
  return (
    <span className={styles.avatar} style={box} aria-hidden>
      {person.INITIALES || person.NOM_COMPLET?.charAt(0) || '?'}
    </span>
  )
}
