import { lazy, Suspense } from 'react'
import { photoHash } from '../../../schemas/rules/staff-photo.ts'
import styles from './person-avatar.module.css'

// Loaded only where somebody has a photo: the first screen does not wait for the code that reads it.
const StaffPhoto = lazy(async () => ({ default: (await import('./staff-photo.tsx')).StaffPhoto }))

export interface AvatarPerson {
  NOM_COMPLET: string | null
  INITIALES: string | null
  PHOTO?: string | null
}

/** A person's photo, or their initials. Decorative: the name is written beside it or is the label of its button. */
export function PersonAvatar({ person, size = 40 }: { person: AvatarPerson; size?: number }) {
  const { PHOTO: photo } = person
  const box = { width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.35)) }
  const initials = (
    <span className={styles.avatar} style={box} aria-hidden>
      {person.INITIALES || person.NOM_COMPLET?.charAt(0) || '?'}
    </span>
  )
  if (!photo) return initials
  if (photoHash(photo) === null) return <img className={styles.avatar} style={box} src={photo} alt="" />
  return (
    <Suspense fallback={initials}>
      <StaffPhoto photo={photo} size={size} className={styles.avatar}>
        {initials}
      </StaffPhoto>
    </Suspense>
  )
}
