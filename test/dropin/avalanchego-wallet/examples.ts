const authorsNetwork = "names a subnet, chain or validator of its author's own network";
const evm = "asks the C-chain for balances of accounts (eth_getBalance): it does not run here";
const peer =
  "asks a node's peer-to-peer port for a signature; Couloir dials peers and listens for none";

/** AvalancheGo's programs in wallet/subnet/primary/examples: run, or why not. */
export const examples: Readonly<Record<string, "run" | { readonly skipped: string }>> = {
  "create-subnet": "run",
  "add-primary-validator": "run",
  "create-locked-stakeable": "run",
  "create-chain": { skipped: authorsNetwork },
  "add-permissioned-subnet-validator": { skipped: authorsNetwork },
  "remove-subnet-validator": { skipped: authorsNetwork },
  "convert-subnet-to-l1": { skipped: authorsNetwork },
  "register-l1-validator": { skipped: authorsNetwork },
  "set-l1-validator-weight": { skipped: authorsNetwork },
  "increase-l1-validator-balance": { skipped: authorsNetwork },
  "disable-l1-validator": { skipped: authorsNetwork },
  "get-p-chain-balance": "run",
  "get-x-chain-balance": "run",
  "create-asset": { skipped: evm },
  "c-chain-export": { skipped: evm },
  "c-chain-import": { skipped: evm },
  "sign-l1-validator-registration": { skipped: peer },
  "sign-l1-validator-removal-genesis": { skipped: peer },
  "sign-l1-validator-removal-registration": { skipped: peer },
  "sign-l1-validator-weight": { skipped: peer },
  "sign-subnet-to-l1-conversion": { skipped: peer },
};
