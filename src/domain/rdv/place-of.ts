interface Placed {
  IDADRESSE: string | null
}

/** The address to drive to: the appointment's own, else the building site's, else the client's, as the customer is told it. Null when none is given. */
export const placeIdOf = (
  rdv: Placed | null | undefined,
  projet: { ADRESSE_CHANTIER: string | null } | null | undefined,
  client: Placed | null | undefined,
): string | null => rdv?.IDADRESSE ?? projet?.ADRESSE_CHANTIER ?? client?.IDADRESSE ?? null
