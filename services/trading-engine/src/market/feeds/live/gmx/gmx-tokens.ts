/**
 * The tokens of GMX on Arbitrum whose prices are those of our symbols. Sources: gmx-io/gmx-interface (August 2026),
 * sdk/src/configs/tokens.ts for addresses and decimals, and the recorded responses of the oracle API of July 2026 among
 * its test fixtures, in which each of them has a price of the right magnitude with these decimals.
 */
export interface GmxToken {
  /** The name in `tokenSymbol`, and in requests for candles. */
  readonly token: string
  readonly address: string
  /** Prices are in US dollars × 10^(30 − decimals). */
  readonly decimals: number
}

/** By canonical symbol. */
export const GMX_TOKENS: Readonly<Record<string, GmxToken>> = {
  'BTC-USD': { token: 'BTC', address: '0x47904963fc8b2340414262125aF798B9655E58Cd', decimals: 8 },
  'ETH-USD': { token: 'ETH', address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', decimals: 18 },
  'XAU-USD': { token: 'GOLD', address: '0xc48d782c5C54157d37d2Fa4E6BA27E8cf57Da956', decimals: 18 },
  'CL-USD': { token: 'WTIOIL', address: '0xa8Ffb545d5cBF1F44E3eBA123D60372cD267D73c', decimals: 18 },
  'XAG-USD': { token: 'SILVER', address: '0xE41902f9aD379A8CC34A34efa00F5c3EE5112bC8', decimals: 18 },
  'SOL-USD': { token: 'SOL', address: '0x2bcC6D6CdBbDC0a4071e48bb3B969b06B3330c07', decimals: 9 },
  'BNB-USD': { token: 'BNB', address: '0xa9004A5421372E1D83fB1f85b0fc986c912f91f3', decimals: 18 },
  'XRP-USD': { token: 'XRP', address: '0xc14e065b0067dE91534e032868f5Ac6ecf2c6868', decimals: 6 },
  'TRX-USD': { token: 'TRX', address: '0xb06aa7E4af937C130dDade66f6ed7642716fe07A', decimals: 6 },
  'HYPE-USD': { token: 'HYPE', address: '0xfDFA0A749dA3bCcee20aE0B4AD50E39B26F58f7C', decimals: 8 },
  'LINK-USD': { token: 'LINK', address: '0xf97f4df75117a78c1A5a0DBb814Af92458539FB4', decimals: 18 },
  'ADA-USD': { token: 'ADA', address: '0x53186c8419BEB83fE4Da74F7875041a1287337ED', decimals: 6 },
  'DOGE-USD': { token: 'DOGE', address: '0xC4da4c24fd591125c3F47b340b6f4f76111883d8', decimals: 8 },
  'LTC-USD': { token: 'LTC', address: '0xB46A094Bc4B0adBD801E14b9DB95e05E28962764', decimals: 8 },
  'UNI-USD': { token: 'UNI', address: '0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0', decimals: 18 },
  'ARB-USD': { token: 'ARB', address: '0x912CE59144191C1204E64559FE8253a0e49E6548', decimals: 18 },
  'AVAX-USD': { token: 'AVAX', address: '0x565609fAF65B92F7be02468acF86f8979423e514', decimals: 18 },
  'AAVE-USD': { token: 'AAVE', address: '0xba5DdD1f9d7F570dc94a51479a000E3BCE967196', decimals: 18 },
  'ATOM-USD': { token: 'ATOM', address: '0x7D7F1765aCbaF847b9A1f7137FE8Ed4931FbfEbA', decimals: 6 },
  'OP-USD': { token: 'OP', address: '0xaC800FD6159c2a2CB8fC31EF74621eB430287a5A', decimals: 18 },
  'SUI-USD': { token: 'SUI', address: '0x197aa2DE1313c7AD50184234490E12409B2a1f95', decimals: 9 },
  'NEAR-USD': { token: 'NEAR', address: '0x1FF7F3EFBb9481Cbd7db4F932cBCD4467144237C', decimals: 24 },
  'APT-USD': { token: 'APT', address: '0x3f8f0dCE4dCE4d0D1d0871941e79CDA82cA50d0B', decimals: 8 },
  'SEI-USD': { token: 'SEI', address: '0x55e85A147a1029b985384822c0B2262dF8023452', decimals: 18 },
  'TIA-USD': { token: 'TIA', address: '0x38676f62d166f5CE7De8433F51c6B3D6D9d66C19', decimals: 6 },
  'TON-USD': { token: 'TON', address: '0xB2f7cefaeEb08Aa347705ac829a7b8bE2FB560f3', decimals: 9 },
  'TAO-USD': { token: 'TAO', address: '0x938aef36CAaFbcB37815251B602168087eC14648', decimals: 9 },
  'WLD-USD': { token: 'WLD', address: '0x75B9AdD873641b253718810E6c65dB6d72311FD0', decimals: 18 },
  'PEPE-USD': { token: 'PEPE', address: '0x25d887Ce7a35172C62FeBFD67a1856F20FaEbB00', decimals: 18 },
  'SHIB-USD': { token: 'SHIB', address: '0x3E57D02f9d196873e55727382974b02EdebE6bfd', decimals: 18 },
  'BONK-USD': { token: 'BONK', address: '0x1FD10E767187A92f0AB2ABDEEF4505e319cA06B2', decimals: 5 },
  'WIF-USD': { token: 'WIF', address: '0xA1b91fe9FD52141Ff8cac388Ce3F10BFDc1dE79d', decimals: 6 },
  'PENDLE-USD': { token: 'PENDLE', address: '0x0c880f6761F1af8d9Aa9C466984b80DAb9a8c9e8', decimals: 18 },
  'XLM-USD': { token: 'XLM', address: '0xc5dbD52Ae5a927Cf585B884011d0C7631C9974c6', decimals: 7 },
  'BCH-USD': { token: 'BCH', address: '0xc33D9C096e74aa4f571E9417b69a19C4A1e72ef2', decimals: 8 },
  'DOT-USD': { token: 'DOT', address: '0xE958f107b467d5172573F761d26931D658C1b436', decimals: 10 },
  'ICP-USD': { token: 'ICP', address: '0xdaf0A71608938F762e37eC5F72F670Cc44703454', decimals: 8 },
  'FIL-USD': { token: 'FIL', address: '0x3AeBb98f57081DcBEb0B8EA823Cf84900A31e5D8', decimals: 18 },
  'INJ-USD': { token: 'INJ', address: '0xfdE73EddbE6c5712A12B72c470F8FE5c77A7fF17', decimals: 18 },
  'ENA-USD': { token: 'ENA', address: '0xfe1Aac2CD9C5cC77b58EeCfE75981866ed0c8b7a', decimals: 18 },
  'GMX-USD': { token: 'GMX', address: '0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a', decimals: 18 },
  'HBAR-USD': { token: 'HBAR', address: '0xEb2A83b973f4dbB9511D92dd40d2ba4C683f0971', decimals: 8 },
  'BRENT-USD': { token: 'BRENTOIL', address: '0x9C5C4b9BA1fEBA72186f50d8Ae7C58b1D7f0B12F', decimals: 18 },
  'NATGAS-USD': { token: 'NATGAS', address: '0x620aC65BE29066Bb9D1E92C65b35B9fD321Fb963', decimals: 18 },
}
