-- Keys that former values of SECRETS_KEY gave for what cannot be sealed anew (decision 395): hashes that are kept, and what
-- others hold for as long as they like. Each is sealed under the present one, and named by a fingerprint.
create table former_keys (
  purpose text not null,
  fingerprint text not null constraint former_key_fingerprint_is_short check (fingerprint ~ '^[0-9a-f]{16}$'),
  sealed_key text not null,
  kept_at timestamptz not null,
  primary key (purpose, fingerprint)
);
