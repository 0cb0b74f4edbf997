-- One table per entity: quoted columns are the fields of schemas/entities, with their types (entities.test.ts holds both together).
-- What synchronisation adds (VERSION, seq, tombstone, stamps, viewers) is the same everywhere and comes from the loop below.
-- There are no foreign keys: a tombstone keeps what pointed to it readable; the write path checks parents instead.

-- Search key of schemas/search.ts (no accents, no case, letters and digits); a test holds both together. The locale does not matter:
-- accents and ligatures go first, so that only ASCII is lowered.
CREATE FUNCTION search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    replace(replace(replace(replace(replace(replace(
      lower(regexp_replace(normalize(coalesce(value, ''), NFKD), '[\u0300-\u036f]', '', 'g')),
      'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'), 'ẞ', 'ss'),
    '[^a-z0-9]+', ' ', 'g'))
$$;

-- Digits of a phone number in national form (schemas/search.ts phoneDigits).
CREATE FUNCTION phone_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(coalesce(value, ''), '\D', '', 'g'), '^(00)?330?(?=[1-9]\d{8}$)', '0')
$$;

CREATE TABLE reference (
  company_id text NOT NULL,
  "id" text NOT NULL,
  "LISTE" text NOT NULL,
  "LIBELLE" text NOT NULL,
  "CODE" text,
  "CODECOULEUR" text,
  "TYPE" text,
  "TYPE_MOTIF" integer,
  "TAUX" integer,
  "ADRESSE" text,
  "CODE_POSTAL" text,
  "VILLE" text,
  "TELEPHONE" text,
  "ORDRE" integer NOT NULL,
  PRIMARY KEY (company_id, "id")
);

CREATE TABLE rapport (
  company_id text NOT NULL,
  "id" text NOT NULL,
  "TITRE" text NOT NULL,
  "NATURES" text[] NOT NULL,
  "CHAMPS" jsonb NOT NULL,
  "ACTIF" smallint NOT NULL,
  PRIMARY KEY (company_id, "id")
);

CREATE TABLE personnel (
  company_id text NOT NULL,
  "IDPERSONNEL" text NOT NULL,
  "PRENOM" text,
  "NOM" text NOT NULL,
  "NOM_COMPLET" text,
  "INITIALES" text,
  "MAIL" text,
  "TELEPHONE_PORTABLE" text,
  "PHOTO" text,
  "ROLES" text[] NOT NULL,
  "IDAGENCE" text,
  "AGENCES" text[] NOT NULL,
  "TOUTES_AGENCES" smallint NOT NULL,
  "HORS_STATS" smallint NOT NULL,
  "IDCOMPANY" text,
  PRIMARY KEY (company_id, "IDPERSONNEL")
);

CREATE TABLE adresse (
  company_id text NOT NULL,
  "IDADRESSE" text NOT NULL,
  "ADRESSE" text,
  "CODE_POSTAL" text,
  "VILLE" text NOT NULL,
  "LATITUDE" double precision,
  "LONGITUDE" double precision,
  "ADRESSE_COMPLETE" text,
  PRIMARY KEY (company_id, "IDADRESSE")
);

CREATE TABLE client (
  company_id text NOT NULL,
  "IDCLIENT" text NOT NULL,
  "IDCIVILITE" text,
  "NOM" text NOT NULL,
  "PRENOM" text,
  "PORTABLE" text,
  "TELEPHONE" text,
  "MAIL" text,
  "IDADRESSE" text,
  "VILLE" text,
  "IDPERSONNEL" text,
  "IDAGENCE" text,
  "IDORIGINE" text,
  "OBSERVATIONS" text,
  "DATE_CREATION" text,
  PRIMARY KEY (company_id, "IDCLIENT")
);

CREATE TABLE projet (
  company_id text NOT NULL,
  "IDPROJET" text NOT NULL,
  "IDCLIENT" text NOT NULL,
  "DESCRIPTION" text,
  "IDETAT_PROJET" integer NOT NULL,
  "TYPE_PROJET" integer NOT NULL,
  "IDRESPONSABLEPROJET" text,
  "IDAGENCE" text,
  "ADRESSE_CHANTIER" text,
  "RELANCE_INTERMEDIAIRE" text,
  "REFUSE" smallint NOT NULL,
  "DATE_SANS_SUITE" text,
  "ID_MOTIF_SANS_SUITE" text,
  "DATE_CREATION" text,
  PRIMARY KEY (company_id, "IDPROJET")
);

CREATE TABLE rdv (
  company_id text NOT NULL,
  "IDRDV" text NOT NULL,
  "RDV_OBJET" text,
  "RDV_DEBUT" text NOT NULL,
  "RDV_FIN" text NOT NULL,
  "IDNATURE_RDV" text,
  "IDPROJET" text,
  "IDADRESSE" text,
  "OBSERVATIONS" text,
  "IDPERSONNELS" text[] NOT NULL,
  "SUPPRIME" smallint NOT NULL,
  "DEBRIEF_CATEGORIE" integer NOT NULL,
  "IDRDV_DEBRIEF" text,
  "DEBRIEF_COMMENTAIRE" text,
  "DEBRIEF_LE" text,
  "DEBRIEF_PAR" text,
  "DATE_CREATION" text,
  PRIMARY KEY (company_id, "IDRDV")
);

CREATE TABLE devis (
  company_id text NOT NULL,
  "IDDEVIS" text NOT NULL,
  "IDPROJET" text NOT NULL,
  "IDCLIENT" text NOT NULL,
  "NUMERO_DEVIS" text,
  "OBJET" text,
  "LIGNES" jsonb NOT NULL,
  "NET_HT" bigint NOT NULL,
  "PRIX_TTC" bigint NOT NULL,
  "DATE_EDITION" text,
  "DATE_VALIDITE" text,
  "IDRESPONSABLEPROJET" text,
  "DATE_CREATION" text,
  "DATE_TRANSMISSION" text,
  "DATE_CONSULTATION" text,
  "DATE_SIGNATURE" text,
  "DATE_REFUSE" text,
  "DEVIS_SIGNE" smallint NOT NULL,
  "REFUSE" smallint NOT NULL,
  PRIMARY KEY (company_id, "IDDEVIS")
);

CREATE TABLE intervention (
  company_id text NOT NULL,
  "IDINTERVENTION" text NOT NULL,
  "IDPROJET" text NOT NULL,
  "IDDEVIS" text,
  "IDTYPE_INTERVENTION" text,
  "RDV_OBJET" text,
  "RDV_DEBUT" text NOT NULL,
  "RDV_FIN" text NOT NULL,
  "IDINTERVENTION_PLANNING" jsonb NOT NULL,
  "NOTES" jsonb NOT NULL,
  "SOLDE_DEVIS" bigint,
  "SOLDE_DEVIS_POURCENTAGE" double precision,
  "FEEDBACK" text,
  "DATE_FEEDBACK" text,
  "DATE_CREATION" text,
  PRIMARY KEY (company_id, "IDINTERVENTION")
);

CREATE TABLE soumission (
  company_id text NOT NULL,
  "IDSOUMISSION" text NOT NULL,
  "IDRAPPORT" text NOT NULL,
  "IDRDV" text,
  "IDPROJET" text,
  "REPONSES" jsonb NOT NULL,
  "IDPERSONNEL" text,
  "DATE_SOUMISSION" text,
  PRIMARY KEY (company_id, "IDSOUMISSION")
);

CREATE TABLE conflit (
  company_id text NOT NULL,
  "id" text NOT NULL,
  "RESSOURCE" text NOT NULL,
  "IDENREGISTREMENT" text NOT NULL,
  "PERDU" jsonb NOT NULL,
  "GARDE" jsonb NOT NULL,
  "PERDU_PAR" text,
  "GARDE_PAR" text,
  "RAISON" text,
  "DATE_CONFLIT" text,
  "RESOLU" smallint NOT NULL,
  PRIMARY KEY (company_id, "id")
);

CREATE TABLE role (
  company_id text NOT NULL,
  "id" text NOT NULL,
  "name" text NOT NULL,
  "common_name" text NOT NULL,
  "color" text,
  PRIMARY KEY (company_id, "id")
);

CREATE TABLE mail_template (
  company_id text NOT NULL,
  "id" text NOT NULL,
  "code" text NOT NULL,
  "subject" text NOT NULL,
  "body" text NOT NULL,
  PRIMARY KEY (company_id, "id")
);

-- Numbers that people read, per company and kind (NUMERO_DEVIS: 'devis-2026').
CREATE TABLE numbering (
  company_id text NOT NULL,
  name text NOT NULL,
  value integer NOT NULL,
  PRIMARY KEY (company_id, name)
);

DO $$
DECLARE
  synced text;
BEGIN
  FOREACH synced IN ARRAY ARRAY['reference', 'rapport', 'personnel', 'adresse', 'client', 'projet', 'rdv', 'devis',
    'intervention', 'soumission', 'conflit']
  LOOP
    EXECUTE format('ALTER TABLE %I
      ADD COLUMN "VERSION" integer NOT NULL DEFAULT 1,
      ADD COLUMN seq bigint NOT NULL,
      ADD COLUMN deleted boolean NOT NULL DEFAULT false,
      ADD COLUMN stamps jsonb NOT NULL DEFAULT ''{}'',
      ADD COLUMN created_by text,
      ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()', synced);
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (company_id, seq)', synced || '_seq', synced);
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION guard_seq()',
      synced || '_guard_seq', synced);
  END LOOP;
  -- Who may see a project-scoped row: an agency and people (MASTER-4).
  FOREACH synced IN ARRAY ARRAY['projet', 'rdv', 'devis', 'intervention', 'soumission', 'conflit']
  LOOP
    EXECUTE format('ALTER TABLE %I
      ADD COLUMN viewer_agence text,
      ADD COLUMN viewer_personnes text[] NOT NULL DEFAULT ''{}''', synced);
  END LOOP;
END $$;

ALTER TABLE client
  ADD COLUMN cle_nom text GENERATED ALWAYS AS (search_key("NOM" || ' ' || coalesce("PRENOM", ''))) STORED,
  ADD COLUMN cle_prenom text GENERATED ALWAYS AS (search_key(coalesce("PRENOM", '') || ' ' || "NOM")) STORED,
  ADD COLUMN cle_ville text GENERATED ALWAYS AS (search_key("VILLE")) STORED,
  ADD COLUMN cle_portable text GENERATED ALWAYS AS (phone_key(coalesce("PORTABLE", "TELEPHONE"))) STORED;

CREATE INDEX client_cle_nom ON client (company_id, cle_nom text_pattern_ops);
CREATE INDEX client_cle_prenom ON client (company_id, cle_prenom text_pattern_ops);
CREATE INDEX client_cle_ville ON client (company_id, cle_ville text_pattern_ops);
CREATE INDEX client_cle_portable ON client (company_id, cle_portable text_pattern_ops);
CREATE INDEX client_adresse ON client (company_id, "IDADRESSE");
CREATE INDEX reference_liste ON reference (company_id, "LISTE");
CREATE INDEX projet_client ON projet (company_id, "IDCLIENT");
CREATE INDEX projet_responsable ON projet (company_id, "IDRESPONSABLEPROJET");
CREATE INDEX projet_chantier ON projet (company_id, "ADRESSE_CHANTIER");
CREATE INDEX projet_creation ON projet (company_id, "DATE_CREATION");
CREATE INDEX rdv_debut ON rdv (company_id, "RDV_DEBUT");
CREATE INDEX rdv_projet ON rdv (company_id, "IDPROJET");
CREATE INDEX rdv_adresse ON rdv (company_id, "IDADRESSE");
CREATE INDEX devis_projet ON devis (company_id, "IDPROJET");
CREATE INDEX devis_client ON devis (company_id, "IDCLIENT");
CREATE INDEX devis_creation ON devis (company_id, "DATE_CREATION");
CREATE INDEX intervention_debut ON intervention (company_id, "RDV_DEBUT");
CREATE INDEX intervention_projet ON intervention (company_id, "IDPROJET");
CREATE INDEX intervention_devis ON intervention (company_id, "IDDEVIS");
CREATE INDEX soumission_projet ON soumission (company_id, "IDPROJET");
CREATE INDEX soumission_rdv ON soumission (company_id, "IDRDV");
CREATE INDEX conflit_enregistrement ON conflit (company_id, "RESSOURCE", "IDENREGISTREMENT");

-- A signed quote is what the customer signed (I13): what it says never changes, and it does not go away. Withdrawal, cancellation
-- and viewing (DATE_REFUSE, REFUSE, DATE_CONSULTATION) may follow.
CREATE FUNCTION guard_signed_devis() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'signed quote % is immutable', OLD."IDDEVIS" USING ERRCODE = 'LO002';
  END IF;
  IF (NEW."IDPROJET", NEW."IDCLIENT", NEW."NUMERO_DEVIS", NEW."OBJET", NEW."LIGNES", NEW."NET_HT", NEW."PRIX_TTC",
      NEW."DATE_EDITION", NEW."DATE_VALIDITE", NEW."DATE_CREATION", NEW."DATE_TRANSMISSION", NEW."DATE_SIGNATURE",
      NEW."DEVIS_SIGNE", NEW."IDRESPONSABLEPROJET", NEW.deleted)
    IS DISTINCT FROM
     (OLD."IDPROJET", OLD."IDCLIENT", OLD."NUMERO_DEVIS", OLD."OBJET", OLD."LIGNES", OLD."NET_HT", OLD."PRIX_TTC",
      OLD."DATE_EDITION", OLD."DATE_VALIDITE", OLD."DATE_CREATION", OLD."DATE_TRANSMISSION", OLD."DATE_SIGNATURE",
      OLD."DEVIS_SIGNE", OLD."IDRESPONSABLEPROJET", OLD.deleted)
  THEN
    RAISE EXCEPTION 'signed quote % is immutable', OLD."IDDEVIS" USING ERRCODE = 'LO002';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER devis_guard_signed BEFORE UPDATE OR DELETE ON devis
  FOR EACH ROW WHEN (OLD."DEVIS_SIGNE" = 1) EXECUTE FUNCTION guard_signed_devis();

DO $$
DECLARE
  tenant text;
BEGIN
  FOREACH tenant IN ARRAY ARRAY['reference', 'rapport', 'personnel', 'adresse', 'client', 'projet', 'rdv', 'devis',
    'intervention', 'soumission', 'conflit', 'role', 'mail_template', 'numbering']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant);
    EXECUTE format('CREATE POLICY tenant ON %I USING (company_id = current_setting(''app.company_id'', true))
      WITH CHECK (company_id = current_setting(''app.company_id'', true))', tenant);
  END LOOP;
END $$;
