import { Avatar } from '@mantine/core'

export interface AvatarPerson {
  NOM_COMPLET: string | null
  INITIALES: string | null
  PHOTO?: string | null
}

/** A person's photo, or their initials. Decorative: the name stands beside it or in the label of its button. */
export function PersonAvatar({ person, size = 40 }: { person: AvatarPerson; size?: number }) {
  return (
    <Avatar src={person.PHOTO ?? null} size={size} radius="xl" color="ardoise" variant="light" alt="" aria-hidden>
      {person.INITIALES ?? person.NOM_COMPLET?.charAt(0) ?? '?'}
    </Avatar>
  )
}
