export default function Home() {
  return <h1>Fresh dapp</h1>;
}
