export default function Page() {
  return <p>A dapp that registers the wallet</p>;
}
