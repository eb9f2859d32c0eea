import './documented-commands.test'
